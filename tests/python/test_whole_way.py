"""From the booking to the empty return with a TOML profile and two environment variables, over HTTP, with simulated faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import shiptrack
from shiptrack import ManualClock, Service
from shiptrack.__main__ import main
from shiptrack.testing import LoopbackCarrier

BEGIN = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
FAULTS: dict[str, Any] = {
    "seed": 7,
    "per_thousand": 250,
    "kinds": [
        {"status": 401},
        {"status": 404},
        {"status": 429},
        {"status": 429, "retry_after": 900},
        {"status": 500},
        {"status": 503, "retry_after": 60},
        {"slow": 0.01},
        {"broken_off": True},
        {"cut_short": True},
        {"login_page": True},
        {"expired_tokens": True},
        {"form": "dcsa3_beta"},
    ],
}
Event = tuple[str, "str | None", "datetime | None"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(BEGIN)


@pytest.fixture
def carrier(clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackCarrier]:
    """A carrier with a profile in ``carriers.toml`` in the current folder, and credentials in the environment."""
    own: dict[str, Any] = {"client_id": "the-id", "client_secret": "the-secret", "token_seconds": 86_400, "token_seconds_actual": 7_200}
    with LoopbackCarrier("direct", clock=clock, form="dcsa2", faults=FAULTS, paging="link", page_size=5, **own) as carrier:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("SHIPTRACK_SIML_CLIENT_ID", "the-id")
        monkeypatch.setenv("SHIPTRACK_SIML_CLIENT_SECRET", "the-secret")
        Path("carriers.toml").write_text(
            f"[SIML]\nbase_url = '{carrier.url}'\npath = '/v2/events'\nparameters = {{ booking_number = 'carrierBookingReference' }}\n"
            f"[SIML.oauth2]\ntoken_url = '{carrier.url}/oauth2/token'\n"
        )
        yield carrier


def has_time(name: str) -> bool:
    return ".transport." in name and not name.endswith("available")


def plain(name: str, container: str | None, at: Any) -> Event:
    return name, container if name.startswith("container.") else None, at if has_time(name) else None


def belongs(name: str) -> bool:
    """Leaves out events about the request and added containers, which do not belong to a journey."""
    return not name.startswith("tracking_request.") and name != "container.created"


def notices(service: Service) -> list[Event]:
    reported = []
    for event in service.events():
        if belongs(event.event):
            about: Any = event.about()
            of_box = event.event.startswith("container.")
            number = (about if about.type == "container" else about.related("container")).number if of_box else None
            at = getattr(about, "timestamp", None) or getattr(about, "estimated_timestamp", None)
            reported.append(plain(event.event, number, at))
    return ordered(reported)


def ordered(reported: list[Event]) -> list[Event]:
    return sorted(reported, key=str)


def expected(carrier: LoopbackCarrier, what: str) -> list[Event]:
    return ordered([plain(one.event, one.container, one.at) for one in getattr(carrier.journeys[0].expected, what)])


def voyage(client: shiptrack.Client) -> list[Event]:
    return ordered(
        [
            plain(str(event.event), container.number, event.timestamp)
            for container in client.containers.list()
            for event in client.containers.transport_events(container.id)
            if event.invalidated_at is None and event.event.startswith("container.transport.") and has_time(event.event)
        ]
    )


def test_journey_with_the_python_api(carrier: LoopbackCarrier, clock: ManualClock) -> None:
    with Service(clock=clock, profiles="carriers.toml") as service:
        client = service.client()
        client.tracking_requests.create(booking_number=carrier.journeys[0].booking, scac="SIML")
        service.advance(carrier.journeys[0].ends + timedelta(days=2) - clock.now)
        assert voyage(client) == expected(carrier, "voyage")
        assert notices(service) == expected(carrier, "notices")


def test_journey_with_the_command_line(
    carrier: LoopbackCarrier, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Uses the command line with the clock of the test."""
    monkeypatch.setattr("shiptrack._shell.target.Service", partial(Service, clock=clock))
    monkeypatch.setenv("SHIPTRACK_PROFILES", "carriers.toml")
    assert main(["track", "--booking-number", carrier.journeys[0].booking, "--scac", "SIML"]) == 0
    ends = carrier.journeys[0].ends + timedelta(days=2)
    while clock.now < ends:
        main(["settle"])
        clock.advance(hours=6)
    capsys.readouterr()
    assert main(["events", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = sorted(row["event"] for row in rows if belongs(row["event"]))
    assert names == sorted(name for name, *_ in expected(carrier, "notices"))
    with Service("tracking.db", clock=clock) as service:
        assert voyage(service.client()) == expected(carrier, "voyage")
        assert notices(service) == expected(carrier, "notices")
