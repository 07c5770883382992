"""Pauses for the rate limit are shown when they begin, in the log and in progress bars."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import shiptrack
from shiptrack import Client, Service

BEYOND = 1.2
"""Window of the rate limit in seconds. Pauses of at least a second are reported."""


@contextmanager
def limited() -> Iterator[Client]:
    with Service(worker=False, any_carrier=lambda look_up: []) as service, service.serve() as server:
        for number in range(4):
            service.client().tracking_requests.create(bill_of_lading=f"MEDUF000000{number}", scac="MSCU")
        key = service.create_key("k").key.reveal()
        with Client(key, server.url, limits={"default": 2, "per": BEYOND}) as client:
            yield client


def test_rate_limit_pause_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with limited() as client, caplog.at_level(logging.WARNING, "shiptrack"):
        assert len(client.tracking_requests.list(page_size=1, max_items=3).all()) == 3
    (line,) = [record for record in caplog.records if "rate limit" in record.getMessage()]
    said = line.getMessage()
    assert line.name == "shiptrack" and said.startswith("GET /v2/tracking_requests waits 1 s for the rate limit (default")
    assert "2 requests in 1.2 s" in said and "limits=" in said and "stk_" not in said


def test_rate_limit_pause_is_shown_in_progress_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    with limited() as client:
        client.tracking_requests.list(page_size=1, max_items=3, progress=True).all()
    seen = screen.getvalue()
    assert "waits 1 s for the rate limit" in seen and "rate limit" not in seen.rsplit("\r", 1)[-1], "and ends"


def test_progress_callable_receives_only_counts() -> None:
    output: list[tuple[int, int | None]] = []
    with limited() as client:
        client.tracking_requests.list(page_size=1, max_items=3, progress=lambda done, total: output.append((done, total))).all()
    assert output == [(1, 4), (2, 4), (3, 4)]


def test_calls_within_the_limit_log_no_pause(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "shiptrack"), Service(worker=False) as service, service.serve() as server:
        with shiptrack.Client(service.create_key("k").key.reveal(), server.url) as client:
            client.tracking_requests.list().all()
    assert not caplog.records
