"""Storage errors of a service in Python."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import shiptrack
from shiptrack import _kinds, errors
from shiptrack.values import Activity, Migrated, RecordLeftOut, WritesRefused, WritesResumed


def test_deleted_database_is_logged_once_and_raised_to_callers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    output: list[Activity] = []
    service = shiptrack.Service(tmp_path / "s.db", on_activity=output.append)
    client = service.client()
    with caplog.at_level(logging.WARNING, "shiptrack.service"):
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


def test_unreadable_record_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    from shiptrack import _log

    with caplog.at_level(logging.ERROR, "shiptrack.service"):
        _log.activity(RecordLeftOut("1", errors.StoreError("the shipment 1 cannot be read")), None)
    assert caplog.messages == ["a record was left out of a listing: the shipment 1 cannot be read"]


def test_migration_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    from shiptrack import _log

    with caplog.at_level(logging.WARNING, "shiptrack.service"):
        _log.activity(Migrated(1, 2, "/data/s.db.version-1"), None)
    assert caplog.messages == ["the file was migrated from version 1 to 2; a copy of version 1 is /data/s.db.version-1"]
