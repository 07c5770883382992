"""The shell: every command, on a file and on a running service."""

from __future__ import annotations

import json
import mailbox
import os
import subprocess
import sys
from pathlib import Path

import pytest

import shiptrack
from shiptrack.__main__ import FAMILIES, main, parser

EML = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: %s\r\n\r\nContainer MSKU0308961\r\n"


def shell(*arguments: str, code: int = 0, stdin: bytes = b"", env: dict[str, str] | None = None) -> list[dict[str, object]]:
    command = [sys.executable, "-W", "error", "-m", "shiptrack", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, env={**os.environ, **(env or {})}, timeout=60)
    assert done.returncode == code, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()] if code == 0 else []


def test_a_number_from_track_to_watch(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (request,) = shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--ref-number", "PO-1", "--wait", "30", *db)
    assert request["attributes"]["status"] == "created" and request["attributes"]["ref_numbers"] == ["PO-1"]  # type: ignore[index]
    (again,) = shell("track", "--bill-of-lading", "TEST-TR-SUCCEEDED", "--scac", "TEST", *db)
    assert again["id"] == request["id"]
    rows = shell("watch", "TEST-TR-SUCCEEDED", *db)
    assert any(row.get("event") == "container.transport.vessel_departed" for row in rows)
    for family in FAMILIES:
        shell("list", family, "--limit", "3", *db)
    assert shell("events", *db)[0]["event"] == "tracking_request.succeeded"
    assert shell("events", "--after", "1000000", *db) == []


def test_exit_codes(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("track", "--container", "MSCU1234567", "--scac", "MSCU", *db, code=3)
    shell("watch", "NOTHING", *db, code=4)
    shell("nonsense", code=2)
    shell("list", "shipments", "--url", "http://127.0.0.1:1/v2", env={"SHIPTRACK_API_KEY": "k" * 20}, code=1)


def test_mail_from_everywhere(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (tmp_path / "one.eml").write_bytes(EML % b"one")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "two.eml").write_bytes(EML % b"two")
    maildir = mailbox.Maildir(tmp_path / "Maildir")
    maildir.add(EML % b"three")
    box = mailbox.mbox(tmp_path / "box")
    box.add(EML % b"four")
    box.close()
    sources = [str(tmp_path / name) for name in ("one.eml", "folder", "Maildir", "box")]
    rows = shell("ingest", *sources, "-", *db, stdin=EML % b"five")
    assert [row["subject"] for row in rows] == ["one", "two", "three", "four", "five"]
    assert {row["state"] for row in rows} == {"new"}
    assert shell("ingest", sources[0], *db)[0]["state"] == "known"
    assert len(shell("emails", *db)) == 5


def test_accounts_keys_and_a_running_service(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    assert [row["name"] for row in shell("accounts", "--create", "other", "--db", file)] == ["default", "other"]
    (made,) = shell("keys", "--create", "mine", "--db", file)
    (kept,) = shell("keys", "--db", file)
    assert str(made["key"]).startswith(str(kept["hint"]))
    command = [sys.executable, "-m", "shiptrack", "serve", "--db", file, "--address", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        url = server.stderr.readline().split()[-1]
        env = {"SHIPTRACK_API_KEY": str(made["key"])}
        shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--url", url, env=env)
        assert shell("list", "requests", "--url", url, env=env)
        assert shell("infer", "MSKU0308961", "--url", url, env=env)[0]["kind"] == "container"
        shell("list", "requests", "--url", url, env={"SHIPTRACK_API_KEY": "stk_wrong"}, code=6)
        server.send_signal(2)
        assert server.wait(30) == 130
    shell("keys", "--revoke", str(kept["id"]), "--db", file)


def test_carriers_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def one(look_up):\n    return [{'container': 'MSKU0308961', 'event': {'milestone': 'vessel_departed'}}]\n"
        "CARRIERS = {'MAEU': one}\n"
    )
    env = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    common = ["--db", str(tmp_path / "a.db"), "--carriers", "mine:CARRIERS"]
    (request,) = shell("track", "--bill-of-lading", "MAEU123456789", "--scac", "MAEU", "--wait", "30", *common, env=env)
    assert request["attributes"]["status"] == "created"  # type: ignore[index]


def test_help_is_worth_reading(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = parser().format_help()
    for word in ("track", "watch", "list", "emails", "ingest", "events", "serve", "accounts", "keys", "infer", "Exit codes"):
        assert word in shown
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["infer", "MSKU0308961"]) == 0
    told = capsys.readouterr().out
    assert "container" in told and shiptrack.__version__
