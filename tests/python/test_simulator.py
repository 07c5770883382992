"""The simulated carrier: in a service, and over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import shiptrack
from shiptrack import ManualClock, Service
from shiptrack.testing import LoopbackCarrier, Scenario, SimulatedCarrier

BEGIN = datetime(2026, 5, 1, tzinfo=timezone.utc)


def follow(carrier: SimulatedCarrier, clock: ManualClock) -> tuple[set[tuple[str | None, str | None]], list[str]]:
    """Returns the final voyage of the first journey, and the names of its notifications."""
    journey = carrier.journeys[0]
    with Service(clock=clock, carriers={"SIML": carrier}) as service:
        client = service.client()
        client.tracking_requests.create(bill_of_lading=journey.bill_of_lading, scac="SIML")
        service.advance(journey.ends + timedelta(days=2) - clock.now)
        voyage: set[tuple[str | None, str | None]] = {
            (event.event, container.number)
            for container in client.containers.list()
            for event in client.containers.transport_events(container.id)
            if event.invalidated_at is None
        }
        return voyage, [event.event for event in service.events()]


@pytest.mark.parametrize("form", [None, "dcsa2", "dcsa3_words"])
def test_service_derives_expected_journey(form: str | None) -> None:
    clock = ManualClock(BEGIN)
    faults = [None, {"status": 503}] if form else None
    carrier = SimulatedCarrier("transshipment", clock=clock, form=form, faults=faults)
    voyage, notices = follow(carrier, clock)
    expected = carrier.journeys[0].expected
    assert voyage == {(event.event, event.container) for event in expected.voyage}
    output = [name for name in notices if not name.startswith("tracking_request.") and name != "container.created"]
    assert sorted(output) == sorted(notice.event for notice in expected.notices)
    assert expected.stop_reason == "all_containers_terminated"


def test_reporting_fault_does_not_change_the_voyage_at_the_end() -> None:
    clock = ManualClock(BEGIN)
    carrier = SimulatedCarrier("direct", clock=clock, form="dcsa2", reporting_faults=["actual_taken_back", "time_corrected"])
    voyage, _ = follow(carrier, clock)
    assert voyage == {(event.event, event.container) for event in carrier.journeys[0].expected.voyage}


def test_loopback_carrier_uses_the_clock_of_the_test() -> None:
    clock = ManualClock(BEGIN)
    with LoopbackCarrier("direct", clock=clock, headers={"Key": "k"}, faults=[{"status": 503}]) as carrier:
        url = f"{carrier.url}/v2/events?transportDocumentReference={carrier.journeys[0].bill_of_lading}"

        def ask(key: str) -> int:
            with urllib.request.urlopen(urllib.request.Request(url, headers={"Key": key})) as answer:
                return len(shiptrack.carriers.read(answer.read()).facts)

        for key, status in [("k", 503), ("wrong", 401)]:
            with pytest.raises(urllib.error.HTTPError) as raised:
                ask(key)
            raised.value.close()
            assert raised.value.code == status
        early = ask("k")
        clock.advance(days=20)
        assert ask("k") > early > 0
        assert carrier.calls == 4
        carrier.close()
        with pytest.raises(urllib.error.URLError):
            ask("k")


def test_access_tokens_are_issued_and_expire_early(shiptrack_simulator: Callable[..., LoopbackCarrier]) -> None:
    clock = ManualClock(BEGIN)
    carrier = shiptrack_simulator(
        "direct", clock=clock, client_id="me", client_secret="s", token_seconds=3600, token_seconds_actual=60
    )
    form = b"grant_type=client_credentials&client_id=me&client_secret=s"
    with urllib.request.urlopen(f"{carrier.url}/oauth2/token", data=form) as answer:
        token = json.load(answer)["access_token"]
    url = f"{carrier.url}/events?equipmentReference={carrier.journeys[0].containers[0]}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    clock.advance(61)
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(request)
    raised.value.close()
    assert raised.value.code == 401 and carrier.tokens_given == 1


def test_invalid_simulator_settings_are_named() -> None:
    for settings, words in [
        ({"scenario": "nowhere"}, "direct, transshipment"),
        ({"form": "x12"}, "dcsa2"),
        ({"faults": [{"status": 200}]}, "200"),
        ({"faults": [{}]}, "a fault needs one of"),
        ({"scenario": {"name": "x"}}, "missing field"),
    ]:
        with pytest.raises(shiptrack.errors.InvalidError, match=words):
            SimulatedCarrier(**settings)  # type: ignore[arg-type]


def test_fleet_answers_for_every_number() -> None:
    carrier = SimulatedCarrier(fleet={"seed": 1, "size": 1000}, begins=BEGIN)
    asked = shiptrack.carriers.LookUp("SIML", "bill_of_lading", "FL000000007", "FL000000007", 1, BEGIN, BEGIN)
    assert carrier.journeys == ()
    answer = carrier.look_up(shiptrack.carriers.LookUp(**{**vars(asked), "now": BEGIN + timedelta(days=60)}))
    assert json.loads(answer.facts)
    with pytest.raises(shiptrack.carriers.NotFound):
        carrier.look_up(shiptrack.carriers.LookUp("SIML", "container", "MSKU0308961", "MSKU0308961", 1, BEGIN, BEGIN))


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"faults": [{"stat": 503}]}, "faults[0].stat"),
        ({"faults": [None, "x"]}, "faults[1]"),
        ({"faults": [{"status": "a"}]}, "faults[0].status"),
        ({"form": 3}, "form"),
        ({"scenario": {"name": "x"}}, "scenario"),
    ],
)
def test_invalid_simulated_carrier_names_the_setting(settings: dict[str, Any], place: str) -> None:
    with pytest.raises(shiptrack.errors.InvalidError) as refused:
        SimulatedCarrier(**settings)
    assert str(refused.value).endswith(f"[{place}]") and "Described" not in str(refused.value)
    assert " at line" not in str(refused.value) and "u16" not in str(refused.value)


def test_invalid_scripted_answer_raises_immediately(scenario: Scenario) -> None:
    carrier = scenario.carrier
    with pytest.raises(ValueError, match="number is empty"):
        carrier.answer("", facts=[])
    with pytest.raises(ValueError, match="number is empty"):
        carrier.fail(" ", RuntimeError())
    for facts, wrong in (("x", ValueError), (b"[]", TypeError), ([5], ValueError), ([{"event": {}}], ValueError)):
        with pytest.raises(wrong):
            carrier.answer("MAEU123456789", facts=facts)
    carrier.answer("MAEU123456789", facts='{"event": {"movement": "departed"}}')


def test_doubtful_facts_raise_with_raise_errors(scenario: Scenario) -> None:
    scenario.raise_errors = True
    scenario.carrier.answer("MAEU123456789", facts=[{"container": "MSKU0308961", "event": {"movement": "gatein"}}])
    scenario.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    with pytest.raises(shiptrack.errors.InvalidError, match="gatein"):
        scenario.run()
