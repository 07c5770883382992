"""Carriers that are simulated, for tests: journeys on a clock, answered as carriers answer."""

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
    """An event that a journey is to come to."""

    event: str
    """Its name: ``container.transport.vessel_loaded``."""
    container: str | None
    """The container; ``None`` where it is about the shipment."""
    at: datetime
    """When; for a notice about how a container stands, when that was said."""
    locode: str | None
    """The UN/LOCODE of the place."""


@dataclass(frozen=True)
class ExpectedJourney:
    """What a tracking service is to make of a journey."""

    voyage: tuple[JourneyEvent, ...]
    """The events that hold in the end, in the order of their times."""
    notices: tuple[JourneyEvent, ...]
    """What is told after the first answer, each once; that containers joined, and what is told of tracking requests, left out."""
    stops: str | None
    """Why the shipment is no longer followed in the end."""


@dataclass(frozen=True)
class Journey:
    """A shipment of a simulated carrier."""

    scenario: str
    """What happens to it."""
    booking: str
    bill_of_lading: str
    containers: tuple[str, ...]
    begins: datetime
    """The moment from which it is counted."""
    tracked_at: datetime
    """When its number is first asked about: what was told until then is no news."""
    ends: datetime
    """When everything has been told."""
    expected: ExpectedJourney


class SimulatedCarrier:
    """A carrier that knows journeys, and answers what a carrier would answer about them at the moment::

        clock = ManualClock(datetime(2026, 5, 1, tzinfo=timezone.utc))
        carrier = SimulatedCarrier("transshipment", clock=clock)
        service = Service(clock=clock, carriers={"SIML": carrier})
        service.client().tracking_requests.track(bill_of_lading=carrier.journeys[0].bill_of_lading, scac="SIML")

    ``scenario`` is the name of one (``direct``, ``feeder``, ``moving_eta`` …), or one in full. Without a ``form`` it tells facts as
    they are, those of the terminal too; with one (``dcsa2``, ``dcsa3_beta``, ``dcsa3_codes``, ``dcsa3_words``) what that form
    says. ``faults`` is a list of what goes wrong with the first call, the second …: ``{"status": 429, "retry_after": 60}``,
    ``{"slow": 2.0}``, ``{"broken_off": True}``, ``None`` for nothing; or a mapping of ``seed``, ``per_thousand`` and ``kinds``.
    ``shiptrack docs simulator`` in the shell describes scenarios, faults and every other setting. As a carrier it goes by the time of
    the look-up.
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
        }
        self._simulation = _Simulation(json.dumps({name: value for name, value in settings.items() if value is not None}), clock)

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """Its journeys; those of a fleet are not listed."""
        journeys: tuple[Journey, ...] = loads(tuple[Journey, ...], self._simulation.journeys())
        return journeys

    @property
    def calls(self) -> int:
        """How often it was asked for events so far, each page counted."""
        return self._simulation.calls

    @property
    def tokens_given(self) -> int:
        """How many access tokens it gave out so far."""
        return self._simulation.tokens_given

    def look_up(self, look_up: LookUp) -> Answer:
        """Called by the service."""
        failure, text, complete, retry_after = self._simulation.look_up(look_up)
        if failure is None:
            return Answer(text, complete)
        if failure in ("RateLimited", "Unreachable"):
            raise getattr(carriers, failure)(text, retry_after=retry_after)
        raise getattr(carriers, failure)(text)


class LoopbackCarrier(SimulatedCarrier):
    """A simulated carrier behind HTTP, on an address of this machine alone: DCSA Track & Trace below any path, access tokens below any
    path that ends with ``token``, event subscriptions below any path that ends with ``event-subscriptions``. What it is given is that of :class:`SimulatedCarrier`; its time is that of ``clock``, or the
    machine's::

        with LoopbackCarrier("direct", form="dcsa3_codes", faults=[{"status": 503}]) as carrier:
            urllib.request.urlopen(f"{carrier.url}/v2/events?transportDocumentReference=SIML2600001")
    """

    _url: str | None = None

    @property
    def url(self) -> str:
        """What its URLs begin with: ``http://127.0.0.1:40123``. It listens from the first time this is asked for."""
        if self._url is None:
            self._url = self._simulation.serve()
        return self._url

    def call_back(self) -> int:
        """Sends those that have an event subscription what is news since they were last sent something; how many took it. Nobody but this
        machine is called, and whoever does not answer with 2xx is sent it again the next time."""
        return self._simulation.call_back()

    def close(self) -> None:
        """Ends its connections. A second call does nothing."""
        self._simulation.stop()

    def __enter__(self) -> LoopbackCarrier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
