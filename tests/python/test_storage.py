"""Storage errors of a service in Python."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import shiptrack
from shiptrack import _kinds, errors
from shiptrack.values import Activity, WritesRefused, WritesResumed


def test_deleted_database_is_logged_once_and_raised_to_callers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    output: list[Activity] = []
    service = shiptrack.Service(tmp_path / "s.db", on_activity=output.append)
    client = service.client()
    with caplog.at_level(logging.WARNING, "shiptrack.service"):
        caplog.clear()
        (tmp_path / "s.db").rename(tmp_path / "moved.db")
        for _ in range(2):
            with pytest.raises(errors.StoreError, match="deleted or moved away"):
                client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        (tmp_path / "moved.db").rename(tmp_path / "s.db")
        client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    refused, resumed = output
    assert isinstance(refused, WritesRefused) and isinstance(refused.error, errors.StoreError)
    assert resumed == WritesResumed()
    first, last = caplog.messages
    assert first.startswith("the store accepts no writes: the database file was deleted")
    assert last == "the store accepts writes again"
    service.close()


def test_full_disk_is_a_retryable_store_error() -> None:
    assert _kinds.KINDS["storage_full"] is errors.StorageFullError
    assert issubclass(errors.StorageFullError, errors.StoreError)
