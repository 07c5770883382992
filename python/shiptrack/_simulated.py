"""Simulated carriers for tests. They report shipments whose events happen on a clock, in the formats of real carriers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any

from shiptrack import ManualClock, carriers
from shiptrack._decode import loads
from shiptrack._native import _Simulation
from shiptrack.carriers import Answer, LookUp


@dataclass(frozen=True)
class JourneyEvent:
    """An event that a journey is expected to have."""

    event: str
    """Name of the event, such as ``container.transport.vessel_loaded``."""
    container: str | None
    """The container; ``None`` if the event concerns the shipment."""
    at: datetime
    """When it happens; for a status of a container, when it was reported."""
    locode: str | None
    """UN/LOCODE of the place."""


@dataclass(frozen=True)
class ExpectedJourney:
    """What a tracking service is expected to derive from a journey."""

    voyage: tuple[JourneyEvent, ...]
    """All events that are valid at the end of the journey, sorted by time."""
    notices: tuple[JourneyEvent, ...]
    """The notifications that follow the first answer. Repeated ones are listed once. Those for added containers and for the
    tracking request are not listed."""
    stop_reason: str | None
    """The reason for which tracking ends; ``None`` if the shipment is still tracked at the end."""


@dataclass(frozen=True)
class Journey:
    """A shipment of a simulated carrier."""

    scenario: str
    """Name of its scenario."""
    booking: str
    bill_of_lading: str
    containers: tuple[str, ...]
    begins: datetime
    """The time that corresponds to the time zero of the scenario."""
    tracked_at: datetime
    """When the number is first looked up. Events that were reported before cause no notifications."""
    ends: datetime
    """When the last event has been reported."""
    expected: ExpectedJourney


class SimulatedCarrier:
    """A carrier that answers look-ups as a real carrier would at the current time of its clock::

        clock = ManualClock(datetime(2026, 5, 1, tzinfo=timezone.utc))
        carrier = SimulatedCarrier("transshipment", clock=clock)
        service = Service(clock=clock, carriers={"SIML": carrier})
        service.client().tracking_requests.track(bill_of_lading=carrier.journeys[0].bill_of_lading, scac="SIML")

    * ``scenario``: Name of a scenario (``direct``, ``feeder``, ``moving_eta`` …), or a complete scenario.
    * ``form``: Format of the answers (``dcsa2``, ``dcsa3_beta``, ``dcsa3_codes``, ``dcsa3_words``). Without it, the answers are
      facts of the carrier and of the terminal.
    * ``faults``: A list of faults for the first call, the second call, and so on: ``{"status": 429, "retry_after": 60}``,
      ``{"slow": 2.0}``, ``{"broken_off": True}``, ``None`` for no fault. Or a mapping with ``seed``, ``per_thousand`` and
      ``kinds``, which selects the calls at random.
    * ``reporting_faults``: Names of faults in the reports, which the carrier corrects in later answers: ``actual_taken_back``,
      ``actual_in_the_future``, ``time_corrected``, ``place_corrected``, ``empty_flipped``, ``vessel_renamed``.

    ``shiptrack docs simulator`` describes scenarios, faults and all other settings. If a service calls the
    carrier, the current time is the time of the look-up.
    """

    def __init__(
        self,
        scenario: str | Mapping[str, Any] | None = "direct",
        *,
        clock: ManualClock | None = None,
        scenarios: Iterable[str | Mapping[str, Any]] = (),
        fleet: Mapping[str, int] | None = None,
        begins: datetime | None = None,
        form: str | None = None,
        paging: str | None = None,
        page_size: int | None = None,
        headers: Mapping[str, str] | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        token_seconds: float | None = None,
        token_seconds_actual: float | None = None,
        subscription_seconds: float | None = None,
        quota: Mapping[str, float] | None = None,
        faults: Iterable[Mapping[str, Any] | None] | Mapping[str, Any] | None = None,
        reporting_faults: Iterable[str] = (),
    ) -> None:
        settings = {
            "scenario": None if fleet is not None else scenario,
            "scenarios": list(scenarios),
            "fleet": fleet,
            "begins": None if begins is None else begins.isoformat(),
            "form": form,
            "paging": paging,
            "page_size": page_size,
            "headers": dict(headers or {}),
            "client_id": client_id,
            "client_secret": client_secret,
            "token_seconds": token_seconds,
            "token_seconds_actual": token_seconds_actual,
            "subscription_seconds": subscription_seconds,
            "quota": quota,
            "faults": faults if faults is None or isinstance(faults, Mapping) else list(faults),
            "reporting_faults": list(reporting_faults),
        }
        self._simulation = _Simulation(json.dumps({name: value for name, value in settings.items() if value is not None}), clock)

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """The journeys of this carrier, without those of a fleet."""
        journeys: tuple[Journey, ...] = loads(tuple[Journey, ...], self._simulation.journeys())
        return journeys

    @property
    def calls(self) -> int:
        """Number of requests for events so far. Each page counts."""
        return self._simulation.calls

    @property
    def tokens_given(self) -> int:
        """Number of access tokens that the carrier has issued so far."""
        return self._simulation.tokens_given

    def look_up(self, look_up: LookUp) -> Answer:
        """Answers a look-up. The service calls this."""
        failure, text, complete, retry_after = self._simulation.look_up(look_up)
        if failure is None:
            return Answer(text, complete)
        if failure in ("RateLimited", "Unreachable"):
            raise getattr(carriers, failure)(text, retry_after=retry_after)
        raise getattr(carriers, failure)(text)


class LoopbackCarrier(SimulatedCarrier):
    """A simulated carrier with an HTTP server on this machine. The arguments are those of :class:`SimulatedCarrier`. The server
    answers DCSA Track & Trace requests under any path, issues access tokens under paths that end with ``token``, and manages event
    subscriptions under paths that end with ``event-subscriptions``. The current time is that of ``clock``, or of this machine::

        with LoopbackCarrier("direct", form="dcsa3_codes", faults=[{"status": 503}]) as carrier:
            urllib.request.urlopen(f"{carrier.url}/v2/events?transportDocumentReference=SIML2600001")
    """

    _url: str | None = None

    @property
    def url(self) -> str:
        """Base URL, such as ``http://127.0.0.1:40123``. The server starts when this is first read."""
        if self._url is None:
            self._url = self._simulation.serve()
        return self._url

    def call_back(self) -> int:
        """Sends new events to all event subscriptions, and returns how many receivers accepted them. Calls only receivers on
        this machine. Events that a receiver does not answer with 2xx are sent again by the next call.
        """
        return self._simulation.call_back()

    def close(self) -> None:
        """Stops the server. Can be called more than once."""
        self._simulation.stop()

    def __enter__(self) -> LoopbackCarrier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
