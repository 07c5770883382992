"""EDI as bytes, attached to mail, and in a folder."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from email.message import EmailMessage
from pathlib import Path

import pytest

from shiptrack import ManualClock, Service
from shiptrack.errors import ConflictError

from test_shell import shell

CONTAINER = "MSKU0308961"
QUAY = (
    b"UNB+UNOA:2+USLAXTERM+ME+260520:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'"
    b"LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'RFF+BM:BILL1'DTM+203:202605201410:203'UNT+8+1'UNZ+1+77'"
)
ORDER = QUAY.replace(b"COARRI", b"COPRAR").replace(b"77'", b"78'")


def test_edi_is_ingested_once_with_a_report_per_message() -> None:
    with Service(worker=False) as service:
        report = service.ingest_edi(QUAY)
        (interchange,) = report.interchanges
        (message,) = interchange.messages
        assert report.is_whole and not interchange.is_repeated and message.is_read and message.kept > 0
        assert [(named.kind, named.number) for named in message.numbers] == [("bill_of_lading", "BILL1"), ("container", CONTAINER)]
        assert interchange.acknowledgement and interchange.acknowledgement.startswith(b"UNB+UNOA:2+ME+USLAXTERM")
        again = service.ingest_edi(QUAY)
        assert again.interchanges[0].is_repeated and again.interchanges[0].messages == interchange.messages
        assert service.ingest_edi(b"hello").problems and not service.ingest_edi(b"hello").is_whole
        with pytest.raises(TypeError, match="document"):
            service.ingest_edi("text")


def test_unread_edi_is_stored_within_limits() -> None:
    with Service(worker=False, recording={"most_unread_edi": 60}) as service:
        with pytest.raises(ConflictError) as refused:
            service.ingest_edi(ORDER)
        assert refused.value.errors[0]["code"] == "too_much_unread_edi"
    with Service(worker=False) as service:
        (message_report,) = service.ingest_edi(ORDER).interchanges[0].messages
        (unread,) = service.unread_edi()
        assert (unread.id, unread.sender, unread.report) == (message_report.unread, "USLAXTERM", message_report)
        assert unread.text.startswith("UNH+1+COPRAR") and unread.received_at.tzinfo
        assert service.discard_unread_edi(unread.id) and not service.discard_unread_edi(unread.id)
        assert service.unread_edi() == []


def test_edi_attachment_is_ingested() -> None:
    mail = EmailMessage()
    mail["From"] = "edi@line.example"
    mail.set_content("see attached")
    mail.add_attachment(QUAY, maintype="application", subtype="edifact", filename="quay.edi")
    with Service(worker=False) as service:
        service.change_account(allowed_senders=["line.example"])
        (attached,) = service.ingest_email(mail).edi
        assert attached.document == "quay.edi" and attached.report.is_whole
        assert service.ingest_email(mail).edi == ()


def test_edi_folder_is_swept(tmp_path: Path) -> None:
    clock = ManualClock()
    with Service(clock=clock) as service:
        folder = service.edi_folder(tmp_path, acknowledge=True, quiet=1)
        (tmp_path / "quay.edi").write_bytes(QUAY)
        (tmp_path / "order.edi").write_bytes(ORDER)
        assert folder.sweep() == []
        clock.advance(1)
        taken = {file.file: file for file in folder.sweep()}
        assert taken["quay.edi"].moved_to == tmp_path / "done" / "quay.edi"
        assert taken["order.edi"].moved_to == tmp_path / "failed" / "order.edi"
        assert taken["quay.edi"].acknowledgements == (tmp_path / "out" / "quay.edi.1.contrl",)
        report = json.loads((tmp_path / "done" / "quay.edi.report.json").read_text())
        assert report["report"]["interchanges"][0]["control_number"] == "77"


def test_ingest_command_accepts_edi_and_mail(tmp_path: Path) -> None:
    good, bad = tmp_path / "quay.edi", tmp_path / "order.edi"
    good.write_bytes(QUAY)
    bad.write_bytes(ORDER)
    file = str(tmp_path / "db")
    (message_report,) = shell("ingest", str(good), "--db", file)
    assert (message_report["kind"], message_report["state"], message_report["numbers"], message_report["unread"]) == ("COARRI", "new", ["BILL1", CONTAINER], None)
    (message_report,) = shell("ingest", str(good), "--db", file)
    assert message_report["state"] == "known"
    (message_report,) = shell("ingest", str(bad), "--db", file, code=3)
    assert message_report["state"] == "unread" and message_report["unread"]


def test_serve_ingests_an_edi_folder(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "quay.edi").write_bytes(QUAY)
    command = [sys.executable, "-W", "error", "-m", "shiptrack", "serve", "--create", "--db", str(tmp_path / "db")]
    served = subprocess.Popen([*command, "--address", "127.0.0.1:0", "--edi", str(inbox), "--acknowledge"])
    try:
        until = time.monotonic() + 60
        while not (inbox / "done" / "quay.edi.report.json").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert (inbox / "out" / "quay.edi.1.contrl").exists()
    finally:
        served.send_signal(signal.SIGTERM)
        assert served.wait(30) == 0
