"""The command line: every command, on a file and on a running service."""

from __future__ import annotations

import fcntl
import json
import logging
import mailbox
import os
import pty
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from samples import derive_by_other_rules

import shiptrack
from shiptrack.__main__ import _Lines, _Plain
from shiptrack._shell.listings import FAMILIES
from shiptrack._shell.options import parser
from shiptrack._shell.output import Column, format_table
from shiptrack._shell.target import Target
from shiptrack.testing import LoopbackCarrier, Scenario

ROOT = Path(__file__).resolve().parents[2]
EML = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: %s\r\n\r\nContainer MSKU0308961\r\n"
VARIABLES = ("SHIPTRACK_DB", "SHIPTRACK_BASE_URL", "SHIPTRACK_API_KEY", "SHIPTRACK_CARRIERS")


def clean(env: dict[str, str] | None) -> dict[str, str]:
    return {**{name: value for name, value in os.environ.items() if name not in VARIABLES}, **(env or {})}


def run(
    *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-W", "error", "-m", "shiptrack", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, env=clean(env), cwd=cwd, timeout=60)


def shell(*arguments: str, code: int = 0, **settings: Any) -> list[dict[str, Any]]:
    done = run(*arguments, **settings)
    assert done.returncode == code, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def refused(*arguments: str, code: int, **settings: Any) -> str:
    """Returns the message of a command that fails: one sentence, without a traceback."""
    done = run(*arguments, **settings)
    result = done.stderr.decode()
    assert done.returncode == code and "Traceback" not in result, result
    assert result.startswith(("shiptrack: ", "usage: ")), result
    return result


def help_of(*command: str) -> str:
    return run(*command, "--help").stdout.decode()


@contextmanager
def server(file: str, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-W", "error", "-m", "shiptrack", "serve", "--db", file, "--address", "127.0.0.1:0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=clean(None)) as running:
        try:
            assert running.stderr is not None
            yield running, next(line for line in running.stderr if "serving" in line).split()[-1]
        finally:
            running.kill()


def on_terminal(*arguments: str, code: int = 0, columns: int = 100, until: bytes | None = None) -> str:
    """Returns the output and messages on a terminal with this number of columns. The command is terminated when it has written `until`."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in clean(None).items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-W", "error", "-m", "shiptrack", *arguments]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment) as running:
        os.close(terminal)
        seen = b""
        with open(controller, "rb", buffering=0) as screen, suppress(OSError):  # reading a closed terminal raises an error
            while part := screen.read(65536):
                seen += part
                if until is not None and until in seen:
                    running.terminate()
        assert running.wait(60) == code, seen
    return seen.decode().replace("\r\n", "\n")


def test_track_then_watch(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (request,) = shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--ref-number", "PO-1", "--wait", "30", *db)
    assert request["attributes"]["status"] == "created" and request["attributes"]["ref_numbers"] == ["PO-1"]
    (again,) = shell("track", "--bill-of-lading", "TEST-TR-SUCCEEDED", "--scac", "TEST", *db)
    assert again["id"] == request["id"]
    for family in FAMILIES:
        shell("list", family, "--limit", "3", *db)
    assert shell("events", "--after", "1000000", *db) == []


def test_track_without_carrier_adopts_live_request(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (request,) = shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--wait", "30", *db)
    (again,) = shell("track", "test-tr-succeeded", *db)
    assert again["id"] == request["id"] and len(shell("list", "requests", *db)) == 1


def test_watch_prefers_the_live_request(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with shiptrack.Service(file, worker=False) as service:
        client = service.client()
        live = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        second = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", auto_detect=True)
        pending = [str(live.id), str(second.id)]
    db = ["--db", str(file)]
    for _ in range(2):  # while both are pending, and once the second has failed as a duplicate
        request, *events = shell("watch", "TEST-TR-SUCCEEDED", *db)
        assert request["id"] in pending and request["status"] == "created" and events
    assert sorted(row["attributes"]["status"] for row in shell("list", "requests", *db)) == ["created", "failed"]


def test_watch_prints_documented_json_lines(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("track", "TEST-TR-SUCCEEDED", *db)
    request, *events = shell("watch", "TEST-TR-SUCCEEDED", "--json", *db)
    assert list(request) == ["kind", "id", "number", "scac", "status", "failed_reason", "shipment", "updated_at"]
    names = ["kind", "id", "container", "event", "expected", "at", "timezone", "local", "place", "terminal", "vessel", "voyage"]
    assert events and all(list(event) == names for event in events)
    result = run("watch", "--help").stdout.decode()
    assert all(name in result for name in (*request, *names))
    departed = next(event for event in events if event["event"] == "container.transport.vessel_departed")
    assert datetime.fromisoformat(departed["at"]).utcoffset() is not None and departed["expected"] is False
    assert departed["timezone"] == "Asia/Shanghai" and departed["place"] == "CNSHA" and departed["vessel"] == "Test Voyager"
    assert departed["local"].endswith("+08:00")
    assert datetime.fromisoformat(departed["local"]) == datetime.fromisoformat(departed["at"])
    times = [event["at"] for event in events if event["container"] == events[0]["container"]]
    assert times == sorted(times)


def test_watch_omits_estimates_of_past_events(tmp_path: Path) -> None:
    scenario = Scenario(path=tmp_path / "a.db")
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.advance(days=10)
    scenario.close()
    _request, *events = shell("watch", "TEST-TR-SUCCEEDED", "--db", str(tmp_path / "a.db"))
    result = [event["event"] for event in events if event["container"] == events[0]["container"]]
    assert "container.transport.vessel_arrived" in result and not any("estimated" in event for event in result)


def test_events_json_contains_the_resource(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (request,) = shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    first = shell("events", *db)[0]
    assert first["event"] == "tracking_request.succeeded"
    assert first["about"] == {"type": "tracking_request", "id": request["id"]}
    assert datetime.fromisoformat(first["at"]).utcoffset() is not None and "T" in first["at"]
    assert all(name in run("events", "--help").stdout.decode() for name in first)


def test_mail_sources_are_ingested(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (tmp_path / "one.eml").write_bytes(EML % b"one")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "two.EML").write_bytes(EML % b"two")
    maildir = mailbox.Maildir(tmp_path / "Maildir")
    maildir.add(EML % b"three")
    one_container = mailbox.mbox(tmp_path / "box")
    one_container.add(EML % b"four")
    one_container.close()
    sources = [str(tmp_path / name) for name in ("one.eml", "folder", "Maildir", "box")]
    rows = shell("ingest", *sources, "-", *db, stdin=EML % b"five")
    assert [row["subject"] for row in rows] == ["one", "two", "three", "four", "five"]
    assert {row["state"] for row in rows} == {"new"}
    assert shell("ingest", sources[0], *db)[0]["state"] == "known"
    assert len(shell("emails", *db)) == 5


BROKEN_EDI = b"UNB+UNOA:2+DEPOT+ME+260520:1500+77'UNH+1+CODECO:D:95B:UN'BGM+34+1+9'UNT+3+1'UNZ+1+77'"


def test_problems_of_attached_edi_are_reported(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@b.example", "EDI"
    mail.add_attachment(BROKEN_EDI, maintype="application", subtype="edifact", filename="gate.edi")
    done = run("ingest", "-", *db, stdin=mail.as_bytes())
    assert done.returncode == 3 and b"sender_not_allowed" in done.stderr, done.stderr
    mail["X-Again"] = "1"
    done = run("ingest", "--allow-sender", "b.example", "-", *db, stdin=mail.as_bytes())
    assert done.returncode == 3 and b"gate.edi" in done.stderr, done.stderr
    assert [json.loads(line)["state"] for line in done.stdout.splitlines()] == ["new"], "the email is ingested"


def test_profiles_can_confirm_the_carrier_of_a_number(tmp_path: Path) -> None:
    with LoopbackCarrier("direct", headers={"X-Key": "right"}) as carrier:
        number = carrier.journeys[0].containers[0]
        (tmp_path / "carriers.toml").write_text(
            f"[SIML]\nbase_url = '{carrier.url}'\npath = '/events'\nparameters = {{ container = 'equipmentReference' }}\n"
            "headers = { X-Key = '{key}' }\ndetection = true\n"
        )
        asked = ["--profiles", "carriers.toml", "--db", "a.db"]
        settings: dict[str, Any] = {"cwd": tmp_path, "env": {"SHIPTRACK_SIML_KEY": "right"}}
        (found,) = shell("infer", number, *asked, **settings)
        assert found["lines"][0] == {"scac": "SIML", "name": "SIML", "confidence": 1.0, "confirmed": True}
        assert not (tmp_path / "a.db").exists()
        (tracked,) = shell("track", number, "--wait", "20", *asked, **settings)
        assert (tracked["attributes"]["status"], tracked["attributes"]["scac"]) == ("created", "SIML")
        assert shell("infer", number, *asked, **settings) == [found]


def test_serve_allows_loopback_and_rejects_invalid_combinations(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    (made,) = shell("keys", "--create", "mine", "--db", file)
    for options, status in (([], 422), (["--allow-loopback"], 201), (["--allow-network", "127.0.0.0/8"], 201)):
        with server(file, *options) as (_, url):
            client = shiptrack.Client(base_url=url, api_key=str(made["key"]))
            body = {"data": {"type": "webhook", "attributes": {"url": f"http://127.0.0.1:9/{len(options)}", "active": True}}}
            try:
                answered = client.send("POST", "webhooks", body=body).status
            except shiptrack.errors.ShiptrackError as error:
                answered = error.status
            assert answered == status, options
    assert "--edi" in refused("serve", "--acknowledge", "--db", file, code=2)


def test_serve_limits_requests_of_other_machines_only(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    keys = {name: shell("keys", "--create", name, *more, "--db", file)[0]["key"] for name, more in (("own", []), ("free", ["--unlimited"]))}
    assert [(row["name"], row["unlimited"]) for row in shell("keys", "--db", file)] == [("own", False), ("free", True)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    public = ("--public-url", "https://tracking.example", "--address", address)
    for options, key, limit in (
        ([], "own", None),
        (public, "own", "100"),
        (public, "free", None),
        (["--limit", "7"], "own", "7"),
        (["--limit", "none", *public], "own", None),
    ):
        with server(file, *options) as (_, url):
            client = shiptrack.Client(base_url=f"http://{address}/v2" if "--address" in options else url, api_key=str(keys[key]))
            (policy,) = (value for name, value in client.send("GET", "shipments").headers if name.lower() == "ratelimit-policy")
            assert policy.startswith(f'"default";q={limit or 999999999999999};w=60, "create";'), options
    assert "--limit" in refused("serve", "--limit", "0", "--db", file, code=2)
    assert "--unlimited" in refused("keys", "--unlimited", "--db", file, code=2)


def test_files_that_are_no_mail_are_rejected(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("keys", "--create", "mine", *db)
    (tmp_path / "one.eml").write_bytes(EML % b"one")
    (tmp_path / "note.txt").write_text("Note: a text\n\nthat is no mail")
    (tmp_path / "picture").write_bytes(bytes(range(256)))
    (tmp_path / "empty").mkdir()
    names = ["note.txt", "picture", "missing", "empty", "one.eml"]
    done = run("ingest", *names, *db, cwd=tmp_path)
    assert done.returncode == 3
    result = done.stderr.decode().splitlines()
    assert [line.split(": ")[1] for line in result] == names[:4]
    assert "nor EDI" in result[0] and "No such file" in result[2] and "no .eml file" in result[3]
    assert [json.loads(line)["subject"] for line in done.stdout.splitlines()] == ["one"]
    assert len(shell("emails", *db)) == 1


def test_accounts_keys_and_a_running_service(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    assert [row["name"] for row in shell("accounts", "--create", "other", "--db", file)] == ["other"]
    assert [row["name"] for row in shell("accounts", "--db", file)] == ["default", "other"]
    (made,) = shell("keys", "--create", "mine", "--db", file)
    (kept,) = shell("keys", "--db", file)
    assert str(made["key"]).startswith(str(kept["hint"]))
    with server(file) as (running, url):
        env = {"SHIPTRACK_API_KEY": str(made["key"])}
        shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--url", url, env=env)
        assert shell("--url", url, "list", "requests", env=env)
        assert shell("list", "requests", env={**env, "SHIPTRACK_BASE_URL": url}), "the environment selects the service"
        assert shell("infer", "MSKU0308961", "--url", url, env=env)[0]["kind"] == "container"
        assert "SHIPTRACK_BASE_URL" in refused("events", code=2, env={**env, "SHIPTRACK_BASE_URL": url})
        refused("list", "requests", "--url", url, code=6, env={"SHIPTRACK_API_KEY": "stk_wrong"})
        refused("list", "requests", "--url", url, code=6)
        refused("list", "requests", "--db", file, code=5)
        running.send_signal(2)
        assert running.wait(30) == 130
    assert shell("list", "requests", "--db", file, env={"SHIPTRACK_BASE_URL": url}), "--db is said, and wins"
    (revoked,) = shell("keys", "--revoke", "mine", "--db", file)
    assert revoked["revoked_at"]


def test_serve_stops_orderly_at_sigterm(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    with server(file, "--create") as (running, _url):
        running.terminate()
        assert running.wait(30) == 0
        assert running.stderr is not None and "Traceback" not in running.stderr.read()


def test_serve_creates_a_file_only_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    serve = ("serve", "--address", "127.0.0.1:0", "--db", str(file))
    for _ in range(2):
        result = refused(*serve, code=4)
        assert "--create" in result and str(file) in result
        assert list(tmp_path.iterdir()) in ([], [file])
        file.touch()
    with server(str(file), "--create"):
        pass
    assert shell("accounts", "--db", str(file))


def test_first_key_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    command = [sys.executable, "-m", "shiptrack", "serve", "--db", file, "--address", "127.0.0.1:0", "--create"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean(None)) as running:
        assert running.stderr is not None and running.stdout is not None
        created, warning, serving = (running.stderr.readline() for _ in range(3))
        running.terminate()
        assert running.stdout.read() == ""
    assert "a new, empty database was created" in created
    assert "shiptrack keys --create NAME" in warning and "before serving" in warning and "serving" in serving
    assert shell("keys", "--db", file) == []
    shown = on_terminal("serve", "--db", file, "--address", "127.0.0.1:0", until=b"serving")
    assert "first" in shown and "stk_" in shown
    assert [key["name"] for key in shell("keys", "--db", file)] == ["first"]


def test_options_before_or_after_the_command(tmp_path: Path) -> None:
    before, after = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    shell("--db", before, "track", "TEST-TR-SUCCEEDED")
    assert len(shell("list", "requests", "--db", before)) == 1
    assert len(shell("--db", after, "list", "requests", "--db", before)) == 1, "the later one counts"
    assert shell("--json", "--db", before, "list", "requests")
    env = {"SHIPTRACK_DB": before}
    assert len(shell("list", "requests", env=env)) == 1


def test_carriers_are_found_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def one(look_up):\n    return [{'container': 'MSKU0308961', 'event': {'milestone': 'vessel_departed', 'at': '2026-05-01T10:00:00Z'}}]\n"
        "CARRIERS = {'MAEU': one}\nNUMBER = 1\n"
    )
    (tmp_path / "broken.py").write_text("import json\n\nCARRIERS = {'MAEU': unknown}\n")
    script = [str(Path(sys.executable).parent / "shiptrack"), "track", "MAEU123456789", "--scac", "MAEU", "--wait", "30"]
    for named in ("mine:CARRIERS", "mine:one"):
        command = [*script, "--db", f"{named[5:]}.db", "--carriers", named]
        done = subprocess.run(command, capture_output=True, env=clean(None), cwd=tmp_path, timeout=60)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["attributes"]["status"] == "created"
    for named, words in {
        "nothing:CARRIERS": "no module nothing",
        "mine:NOTHING": "there is no NOTHING in mine",
        "mine:NUMBER": "1 is not a carrier",
        "mine": "MODULE:NAME",
        "broken:CARRIERS": "NameError: name 'unknown' is not defined (broken.py, line 3)",
    }.items():
        assert words in refused("track", "MAEU123456789", "--carriers", named, code=2, cwd=tmp_path)


@pytest.mark.parametrize("command", ["watch X", "list requests", "emails", "events", "accounts", "keys", "keys --revoke x"])
def test_reading_commands_create_no_file(tmp_path: Path, command: str) -> None:
    assert "there is no file tracking.db" in refused(*command.split(), code=4, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "tracking.db").touch()  # SQLite would create the tables in it
    assert "the file tracking.db is empty: restore a backup" in refused(*command.split(), code=4, cwd=tmp_path)
    assert (tmp_path / "tracking.db").stat().st_size == 0 and len(list(tmp_path.iterdir())) == 1


def test_only_commands_that_change_a_file_migrate_it() -> None:
    def migrates(line: str) -> bool:
        return Target(parser().parse_args(line.split()), {}).writes

    reading = ["list requests", "containers", "doubts X", "emails", "events", "infer X", "accounts", "keys", "rederive --dry-run"]
    reading += [f"carriers {what}" for what in ("credentials", "subscriptions", "plan", "check MAEU X")]
    changing = ["track X", "watch X", "ingest x", "events --follow", "settle", "rederive", "migrate", "serve", "adopt http://x"]
    changing += ["accounts --create a", "keys --create a", "keys --revoke a"]
    changing += [f"carriers {what}" for what in ("store MAEU x", "forget MAEU x", "rekey f", "unsubscribe x")]
    assert not [line for line in reading if migrates(line)]
    assert not [line for line in changing if not migrates(line)]


def test_a_file_of_the_newest_version_is_not_migrated(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    shell("accounts", "--create", "a", "--db", file)
    assert shell("migrate", "--db", file) == []
    assert "already has the newest version" in on_terminal("migrate", "--db", file)
    assert "there is no file" in refused("migrate", "--db", str(tmp_path / "b.db"), code=4)
    assert not list(tmp_path.glob("*.version-*"))


def test_every_documented_exit_code(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (tmp_path / "text.db").write_text("no database")
    env = {"SHIPTRACK_API_KEY": "k" * 20}
    assert run("track", "TEST-TR-SUCCEEDED", *db).returncode == 0
    refused("list", "shipments", "--url", "http://127.0.0.1:1/v2", code=1, env=env)
    refused("list", "shipments", "--db", str(tmp_path / "text.db"), code=1)
    refused("track", "TEST-TR-SUCCEEDED", "--db", str(tmp_path / "no" / "a.db"), code=1)
    for nonsense in (
        "nonsense",
        "track",
        "track A --container B",
        "list requests --limit -1",
        "list requests --limit 0",
        "list requests --limit many",
        "events --after -1",
        f"events --after {2**64}",
        "watch X --timeout -1",
        "track TEST-TR-SUCCEEDED --wait nan",
        "track TEST-TR-SUCCEEDED --wait 1e300",
        "list requests --url http://127.0.0.1:1/v2",
        "keys --read-only",
        "accounts --company-name X",
    ):
        refused(*nonsense.split(), *db, code=2)
    refused("list", "requests", "--url", "http://127.0.0.1:1/v2", "--account", "default", code=2, env=env)
    refused("track", "--container", "MSCU1234567", "--scac", "MSCU", *db, code=3)
    (wrong,) = shell("track", "MSCU1234567", "--scac", "TEST", "--allow-wrong-check-digit", *db)
    assert wrong["attributes"]["request_number"] == "MSCU1234567"
    refused("track", "hello", *db, code=3)
    refused("accounts", "--create", "default", *db, code=3)
    refused("serve", "--address", "nonsense", *db, code=3)
    refused("list", "requests", "--url", "nonsense", code=3, env=env)
    refused("watch", "NOTHING", *db, code=4)
    refused("list", "requests", "--account", "missing", *db, code=4)
    refused("keys", "--revoke", "nothing", *db, code=4)
    refused("track", "TEST-TR-UNREACHABLE", "--wait", "0", *db, code=5)
    (waiting,) = shell("track", "TEST-TR-AWAITING", "--wait", "30", *db, code=5)
    assert waiting["attributes"]["status"] == "awaiting_manifest"
    refused("list", "requests", "--url", "http://127.0.0.1:1/v2", code=6)
    (failed,) = shell("track", "TEST-TR-FAILED", "--wait", "30", *db, code=7)
    assert failed["attributes"]["failed_reason"] == "invalid_number"
    assert shell("watch", "TEST-TR-FAILED", *db, code=7)[0]["status"] == "failed"


def test_a_number_is_untracked_and_tracked_again(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "a.db"))
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    refused("untrack", "TEST-TR-SUCCEEDED", "--scac", "MAEU", *db, code=4)
    (deleted,) = shell("untrack", "TEST-TR-SUCCEEDED", *db)
    assert deleted["attributes"]["request_number"] == "TEST-TR-SUCCEEDED"
    assert shell("list", "requests", *db) == shell("list", "shipments", *db) == shell("list", "containers", *db) == []
    refused("untrack", "TEST-TR-SUCCEEDED", *db, code=4)
    (again,) = shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    assert again["id"] != deleted["id"] and len(shell("list", "containers", *db)) > 0


def test_errors_say_what_to_do_instead(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    assert "--bill-of-lading, --booking-number" in refused("track", "1234567890", *db, code=3)
    assert "--scac: " in refused("track", "MAEU123456789", "--scac", "!!", *db, code=3)
    assert "--ref-number: " in refused("track", "TEST-TR-FAILED", "--ref-number", "", *db, code=3)
    result = refused("track", "TEST-TR-UNREACHABLE", "--wait", "0", *db, code=5)
    assert "TEST-TR-UNREACHABLE is still pending after 0 s" in result
    assert "`shiptrack track NOTHING1`" in refused("watch", "NOTHING1", *db, code=4)


def test_failed_server_start_creates_no_key(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("accounts", "--create", "other", *db)
    refused("serve", "--address", "nonsense", *db, code=3)
    assert "no account" in refused("serve", "--address", "127.0.0.1:0", "--account", "unknown", *db, code=4)
    assert "--allow-remote" in refused("serve", "--address", "0.0.0.0:0", *db, code=3)
    assert "--webhook-ip" in refused("serve", "--webhook-ip", "a name", *db, code=3)
    assert shell("keys", *db) == []


def test_carrier_output_and_errors_go_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def one(look_up):\n    print('asked', look_up.number)\n    return look_up.nothing\n")
    done = run("track", "MAEU123456789", "--wait", "1", "--carriers", "mine:one", "--db", "a.db", cwd=tmp_path)
    result = done.stderr.decode()
    assert done.returncode == 5 and json.loads(done.stdout)["attributes"]["failed_reason"] == "unrecognized_response"
    assert "asked MAEU123456789" in result and "AttributeError" in result
    assert "MAEU123456789 is still pending after 1 s: unrecognized response" in result


def test_unsupported_characters_do_not_fail_output(tmp_path: Path) -> None:
    db, env = ["--db", str(tmp_path / "a.db")], {"PYTHONIOENCODING": "ascii"}
    (tmp_path / "caf\udce9.eml").write_bytes(EML % "café".encode())
    names = [name for name in os.listdir(tmp_path) if name.endswith(".eml")]
    (row,) = shell("ingest", *names, *db, env=env, cwd=tmp_path)
    assert row["subject"] == "café" and row["source"] == names[0]
    assert shell("emails", *db, env=env)[0]["attributes"]["subject"] == "café"


def test_closed_output_pipe_is_no_error(tmp_path: Path) -> None:
    db = str(tmp_path / "a.db")
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", "--db", db)
    command = f"'{sys.executable}' -m shiptrack list lines --db '{db}'; echo $? >&2"
    done = subprocess.run(["bash", "-c", f"({command}) | head -n 1"], capture_output=True, env=clean(None), timeout=60)
    assert done.stderr.strip() == b"0"


def test_infer_explains_invalid_numbers() -> None:
    hello, empty, checked, known = shell("infer", "hello", "", "MSCU1234567", "MAEU123456789")
    assert known["kind"] == "bill_of_lading" and known["lines"][0]["scac"] == "MAEU" and known["lines"][0]["confidence"] > 0.5
    assert all(name in run("infer", "--help").stdout.decode() for name in known)
    assert hello["kind"] is None and hello["valid"] is False and hello["lines"] == []
    for kind in ("container", "bill of lading", "booking"):
        assert kind in hello["reason"]
    assert empty["valid"] is False
    assert checked["kind"] == "container" and "check digit" in checked["reason"]


def test_pending_request_prints_hint(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    result = on_terminal("track", "TEST-TR-SUCCEEDED", *db)
    assert "stays pending until" in result and "serve" in result and "--wait" in result
    assert "shiptrack: " not in on_terminal("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    assert "--carriers" in on_terminal("track", "MAEU123456789", *db)
    assert "--carriers" in on_terminal("watch", "MAEU123456789", "--timeout", "0", *db, code=5)
    assert "invalid number" in on_terminal("track", "TEST-TR-FAILED", "--wait", "30", *db, code=7)
    assert run("track", "TEST-TR-AWAITING", *db).stderr == b"", "programs get no hints"


def test_terminal_output_is_a_table(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    on_terminal("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    commands = ["watch TEST-TR-SUCCEEDED", "events", "keys", "accounts", "infer hello MAEU123456789"]
    for command in commands + [f"list {family} --limit 5" for family in FAMILIES]:
        for columns in (100, 60):
            lines = on_terminal(*command.split(), *db, columns=columns).splitlines()
            assert lines[0].isupper() and max(map(len, lines)) <= columns, lines
    result = on_terminal("watch", "TEST-TR-SUCCEEDED", *db)
    assert "Vessel departed" in result and "(expected)" in result and "UTC+08:00" in result, "local time of the port"
    assert on_terminal("list", "requests", "--json", *db).startswith("{")


def test_tables_fit_the_terminal() -> None:
    columns = (
        Column("NUMBER", "number"),
        Column("SUBJECT", "subject", free=True),
        Column("NONE", "none"),
        Column("SINCE", "since"),
    )
    rows = [["MSKU0308961", "a subject that goes on and on", "", "2026-05-01 08:00 UTC"]]
    assert format_table(rows, columns, 80)[1] == "MSKU0308961  a subject that goes on and on        2026-05-01 08:00 UTC"
    assert format_table(rows, columns, 50)[1] == "MSKU0308961  a subject that…  2026-05-01 08:00 UTC"[:50]
    assert format_table(rows, columns, 30)[1] == "MSKU0308961  a subject that g…"
    assert format_table(rows, columns, 5)[1] == "MSKU0308961", "a number is shown completely or not at all"
    assert format_table([], columns, 80)[1] == "(nothing)"
    wide = format_table([["中国远洋", "x", "", ""]], columns, 80)
    assert wide[1].index("x") == wide[0].index("SUBJECT") - 4, "wide letters take two columns"
    assert Column("A", "a").cell({"a": "two\nlines\x1b[2J"}) == "two lines [2J"


def test_help_explains_commands() -> None:
    shown = parser().format_help()
    for word in ("track", "watch", "untrack", "list", "doubts", "emails", "ingest", "events", "serve", "accounts", "keys", "infer"):
        assert word in shown
    for word in ("SHIPTRACK_BASE_URL", "SHIPTRACK_DB", "SHIPTRACK_API_KEY", "--carriers", "Exit codes", "130"):
        assert word in shown
    assert max(map(len, shown.splitlines())) <= 80


MINE = """
def one(look_up):
    return [{'container': 'MSKU0308961', 'event': {'milestone': 'vessel_departed', 'at': '2026-05-01T10:00:00Z'}}]

CARRIERS = {'MAEU': one}
"""


def status(file: Path, number: str) -> tuple[str, str | None]:
    (found,) = (row["attributes"] for row in shell("list", "requests", "--db", str(file)) if number in str(row))
    return found["status"], found["failed_reason"]


def test_uncertain_carrier_is_rejected_with_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    mine = ["--carriers", "mine:CARRIERS", "--db", "a.db"]
    result = refused("track", "MSKU0308961", "--wait", "10", *mine, code=3, cwd=tmp_path)
    assert "MAEU is likely (0.9); to use it, add --scac MAEU" in result
    assert "--scac CODE" in refused("track", "--bill-of-lading", "XYZ12345678901", *mine, code=3, cwd=tmp_path)
    assert shell("list", "requests", *mine, cwd=tmp_path) == [], "a request that would fail is not created"
    (first,) = shell("track", "MSKU0308961", "--scac", "MAEU", "--wait", "10", *mine, cwd=tmp_path)
    (again,) = shell("track", "MSKU0308961", *mine, cwd=tmp_path)
    assert again["id"] == first["id"], "a live request has its carrier"


def test_failed_detection_suggests_a_carrier(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with shiptrack.Service(file, worker=False) as service:
        service.client().tracking_requests.create(container="MSKU0308961", auto_detect=True)
    done = run("watch", "MSKU0308961", "--db", str(file))
    assert done.returncode == 7 and json.loads(done.stdout)["failed_reason"] == "scac_auto_detect_failed"
    assert "MAEU is likely (0.9); to use it, add --scac MAEU" in done.stderr.decode()


def test_missing_carriers_are_warned_about_only_when_working(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    file = tmp_path / "a.db"
    db = ["--db", str(file)]
    shell("track", "MAEU123456789", *db)
    shell("track", "TEST-TR-SUCCEEDED", *db)
    for command in ("events", "keys", "accounts", "list requests", "emails", "track TEST-TR-AWAITING"):
        assert run(*command.split(), *db).stderr == b""
    assert status(file, "MAEU123456789") == ("pending", None)
    named = run("watch", "TEST-TR-SUCCEEDED", "--carriers", "mine:CARRIERS", *db, cwd=tmp_path)
    assert named.returncode == 0 and named.stderr == b"", "no warning if the carrier is named"
    other = ["--db", str(tmp_path / "b.db")]
    shell("track", "MAEU123456789", *other)
    waited = run("track", "TEST-TR-SUCCEEDED", "--wait", "30", *other)
    assert waited.returncode == 0 and b"no carrier is installed for MAEU123456789" in waited.stderr, waited.stderr
    settled = run("track", "TEST-TR-SUCCEEDED", "--wait", "30", *other)
    assert settled.returncode == 0 and settled.stderr == b"", settled.stderr
    assert "`events --follow`" in help_of() and "waits until it is" in help_of()


def test_help_of_events_follow_mentions_work(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("track", "MAEU123456789", *db)
    shell("track", "TEST-TR-SUCCEEDED", *db)
    command = [sys.executable, "-m", "shiptrack", "events", "--follow", *db]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean(None)) as running:
        try:
            assert running.stderr is not None and running.stdout is not None
            assert "no carrier is installed for MAEU123456789" in running.stderr.readline()
            assert json.loads(running.stdout.readline())["event"] == "tracking_request.succeeded"
        finally:
            running.kill()
    shown = help_of("events")
    assert "doing look-ups and deliveries" in shown and "--carriers" in shown


def test_wait_that_times_out_prints_the_request(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    for number, stands in {"TEST-TR-AWAITING": "awaiting_manifest", "TEST-TR-UNREACHABLE": "pending"}.items():
        done = run("track", number, "--wait", "1", *db)
        assert done.returncode == 5 and number in done.stderr.decode()
        assert json.loads(done.stdout)["attributes"]["status"] == stands
    done = run("watch", "TEST-TR-UNREACHABLE", "--timeout", "0", *db)
    assert done.returncode == 5 and json.loads(done.stdout)["status"] == "pending"
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "10", *db)
    (settled,) = shell("track", "TEST-TR-SUCCEEDED", "--wait", "0", *db)
    assert settled["attributes"]["status"] == "created"
    assert shell("watch", "TEST-TR-SUCCEEDED", "--timeout", "0", *db)[0]["status"] == "created"


def test_file_commands_explain_a_file_in_use(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    for command in ("ingest", "events", "serve", "accounts", "keys"):
        assert "--url URL" not in help_of(command) and "--db FILE" in help_of(command)
    for command in ("track", "watch", "list", "doubts", "emails", "infer"):
        assert "--url URL" in help_of(command)
    result = refused("events", "--url", "http://127.0.0.1:1/v2", code=2)
    assert "--db" in result and "`list`" in result
    with server(file, "--create") as (_running, _url):
        result = refused("events", "--db", file, code=5)
        assert "in use" in result and "when that process has ended" in result and "`list`" in result and "--url" in result


def test_key_needs_a_name(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("accounts", "--create", "other", *db)
    for name in ("", " ", "two\nlines"):
        assert "--create" in refused("keys", "--create", name, *db, code=3)
    assert shell("keys", *db) == []


def test_help_names_the_keys_of_json_lines(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (tmp_path / "one.eml").write_bytes(EML % b"one")
    rows = {
        "ingest": shell("ingest", str(tmp_path / "one.eml"), *db),
        "keys": shell("keys", "--create", "mine", *db) + shell("keys", *db),
        "accounts": shell("accounts", *db),
        "list": shell("list", "emails", *db),
        "emails": shell("emails", *db),
    }
    for command, result in rows.items():
        words = help_of(command).replace(",", " ").split("With --json")[-1].split()
        assert result and all(name in words for row in result for name in row), command


def test_eighty_columns_show_the_main_columns(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "10", *db)
    heading = on_terminal("list", "shipments", *db, columns=80).splitlines()[0]
    assert "EXPECTED" in heading and "LEFT" not in heading
    for columns in (80, 62):
        lines = on_terminal("events", *db, columns=columns).splitlines()
        assert any("tracking_request.succeeded" in line and "TEST-TR-SUCCEEDED" in line for line in lines)
        assert "EVENT" in lines[0] and "ABOUT" in lines[0] and not any("…" in line for line in lines), lines
    assert "AT (UTC)" in on_terminal("events", *db, columns=80)


def test_containers_command_prints_and_writes_tables(tmp_path: Path) -> None:
    import csv

    import polars

    scenario = Scenario(path=tmp_path / "a.db")
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.advance(days=6)
    names = list(shiptrack.ContainerTable.COLUMNS)
    scenario.close()
    db = ["--db", str(tmp_path / "a.db")]
    rows = shell("containers", *db)
    assert len(rows) == 2 and list(rows[0]) == names and datetime.fromisoformat(rows[0]["eta"]).utcoffset() is not None
    shown = help_of("containers")
    assert all(name in shown for name in names)
    done = run("containers", "--csv", "a.csv", "--parquet", "a.parquet", *db, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        assert [row["number"] for row in csv.DictReader(file)] == [row["number"] for row in rows]
    assert polars.read_parquet(tmp_path / "a.parquet")["number"].to_list() == [row["number"] for row in rows]
    piped = run("containers", "--csv", "-", "--limit", "1", *db).stdout.decode()
    assert piped.splitlines()[0].split(",") == names and len(piped.splitlines()) == 2
    for columns in (100, 60):
        lines = on_terminal("containers", *db, columns=columns).splitlines()
        assert "EXPECTED" in lines[0] and max(map(len, lines)) <= columns
    assert "2 containers are in" in on_terminal("containers", "--csv", str(tmp_path / "b.csv"), *db)
    listed = on_terminal("list", "containers", *db).splitlines()
    assert "EXPECTED" in listed[0] and "UTC-07:00" in listed[1], "in local time of the port"
    assert "No such file" in refused("containers", "--csv", str(tmp_path / "no" / "a.csv"), *db, code=1)


def test_parquet_is_written_to_pipes_only(tmp_path: Path) -> None:
    import io

    import polars

    db = ["--db", str(tmp_path / "a.db")]
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", *db)
    piped = run("containers", "--parquet", "-", *db, cwd=tmp_path)
    assert piped.returncode == 0 and len(polars.read_parquet(io.BytesIO(piped.stdout))) == 2
    assert "name a file" in on_terminal("containers", "--parquet", "-", *db, code=2)
    assert "--csv - and --parquet -" in refused("containers", "--csv", "-", "--parquet", "-", *db, code=2)
    assert not (tmp_path / "-").exists()


def test_last_free_day_is_the_date_at_the_port(tmp_path: Path) -> None:
    port = {"locode": "USLAX", "timezone": "America/Los_Angeles"}
    one_container: dict[str, Any] = {"container": "MSKU0308961"}
    facts = [
        {"particulars": {"port_of_discharge": port, "containers": ["MSKU0308961"]}},
        {**one_container, "event": {"milestone": "vessel_discharged", "at": "2026-05-01T10:00:00Z", "place": port}},
        {**one_container, "reading": {"pickup_lfd_line": "2026-05-23T06:59:59Z"}},
    ]
    scenario = Scenario(path=tmp_path / "a.db")
    scenario.carrier.answer("MAEU123456789", facts=facts)
    scenario.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    scenario.run()
    assert scenario.client().containers.list().all()[0].pickup_lfd is not None
    scenario.close()
    db = ["--db", str(tmp_path / "a.db")]
    for command in (("list", "containers"), ("containers",)):
        seen = on_terminal(*command, *db, columns=200)
        assert "2026-05-22" in seen and "2026-05-23" not in seen, seen


def with_a_terminal(scenario: Scenario) -> Scenario:
    """Tracks a container that departed on a date and arrived at a terminal by vessel."""
    port = {"locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles"}
    terminal, vessel = {**port, "facility": "Pier 400"}, {"name": "Test Voyager", "imo": "9321483"}
    events: list[dict[str, Any]] = [
        {"milestone": "vessel_departed", "at": "2026-04-12", "place": {"locode": "CNSHA"}, "vessel": vessel},
        {"milestone": "vessel_arrived", "at": "2026-05-01T01:00:00Z", "place": port, "vessel": vessel, "voyage": "042E"},
        {"milestone": "vessel_discharged", "at": "2026-05-01T10:00:00Z", "place": terminal, "vessel": vessel},
    ]
    one_container = {"container": "MSKU0308961"}
    facts = [{**one_container, "event": event} for event in events] + [{**one_container, "reading": {"pickup_lfd_line": "2026-05-22"}}]
    scenario.carrier.answer("MAEU123456789", facts=facts)
    scenario.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    scenario.run()
    return scenario


def test_vessel_terminal_and_local_times_are_shown(tmp_path: Path) -> None:
    scenario = with_a_terminal(Scenario(path=tmp_path / "a.db"))
    scenario.close()
    db = ["--db", str(tmp_path / "a.db")]
    watched = on_terminal("watch", "MAEU123456789", *db, columns=140)
    assert "Pier 400" in watched and "Test Voyager" in watched, watched
    assert "2026-05-01 03:00 UTC-07:00" in watched and "2026-04-12  " in watched and "UTC+" not in watched, watched
    listed = on_terminal("list", "containers", *db, columns=200)
    assert all(words in listed for words in ("Pier 400", "Test Voyager", "2026-05-22  ", "UTC-07:00")), listed
    shipments = on_terminal("list", "shipments", *db, columns=160)
    assert "Test Voyager" in shipments and "2026-04-30 18:00 UTC-07:00" in shipments, shipments
    table = on_terminal("containers", *db, columns=200)
    assert "Pier 400" in table and "Test Voyager" in table and "2026-05-22" in table, table


def test_settle_does_due_work(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    assert "there is no file" in refused("settle", *db, code=4)
    shell("track", "TEST-TR-SUCCEEDED", *db)
    (row,) = shell("settle", "--timeout", "0", *db, code=5)
    assert (row["look_ups"], row["left"]) == (0, 1)
    (row,) = shell("settle", *db)
    assert (row["look_ups"], row["left"]) == (1, 0) and datetime.fromisoformat(row["next_due"]).utcoffset() is not None
    assert all(name in help_of("settle") for name in row)
    assert len(shell("containers", *db)) == 2
    shell("track", "MAEU123456789", *db)
    result = run("settle", *db)
    assert result.returncode == 5 and b"no carrier is installed for MAEU123456789" in result.stderr
    assert b"look-ups and deliveries that are still due: 1;" in result.stderr


def test_rederive_shows_what_the_rules_of_this_version_change(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    shell("track", "TEST-TR-SUCCEEDED", "--wait", "30", "--db", str(file))
    assert shell("rederive", "--dry-run", "--db", str(file)) == []
    derive_by_other_rules(file)
    for arguments in (["--dry-run"], []):
        (row,) = shell("rederive", *arguments, "--db", str(file))
        assert (row["number"], row["container"], row["name"], row["old"]) == ("TEST-TR-SUCCEEDED", None, "pol_atd_at", None)
    assert shell("rederive", "--db", str(file)) == []
    assert all(name in help_of("rederive") for name in row)


def test_failed_number_is_retried_only_with_again(tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "a.db")]
    (first,) = shell("track", "TEST-TR-FAILED", "--wait", "30", *db, code=7)
    done = run("track", "TEST-TR-FAILED", *db)
    assert done.returncode == 7 and json.loads(done.stdout)["id"] == first["id"] and b"--again" in done.stderr
    (second,) = shell("track", "TEST-TR-FAILED", "--again", "--wait", "30", *db, code=7)
    assert second["id"] != first["id"]


def test_empty_option_is_rejected(tmp_path: Path) -> None:
    for command in (["--db", "", "list", "requests"], ["list", "requests", "--carriers", ""], ["containers", "--csv", ""]):
        assert "the value is empty" in refused(*command, code=2, cwd=tmp_path)
    assert not list(tmp_path.iterdir())


def test_write_error_names_the_option(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    shell("track", "TEST-TR-SUCCEEDED", "--scac", "TEST", "--db", file)
    for option in ("--csv", "--parquet"):
        result = refused("containers", option, "/nowhere/x", "--db", file, code=1)
        assert result == f"shiptrack: {option} /nowhere/x: No such file or directory\n"


def test_missing_carrier_error_names_the_options(tmp_path: Path) -> None:
    result = refused("track", "--scac", "MAEU", "--bill-of-lading", "MAEU123456789", "--db", str(tmp_path / "a.db"), code=3)
    assert "--scac MAEU" in result and "--carriers" in result and "--profiles" in result and "the program that opens the service" not in result


def test_immediate_failure_is_reported(tmp_path: Path) -> None:
    result = refused("track", "TEST-TR-FAILED", "--wait", "5", "--db", str(tmp_path / "a.db"), code=7)
    assert "is not tracked, because its request failed" in result


def test_help_omits_carrier_options_where_unused() -> None:
    for command in ("keys", "accounts", "emails", "containers", "infer"):
        assert "--db" in help_of(command) and "--credentials" not in help_of(command)
    for command in ("track", "settle", "serve"):
        assert "--credentials" in help_of(command)


def test_docs_prints_pages_and_examples() -> None:
    names = [row["name"] for row in shell("docs")]
    assert {"facts", "simulator", "carriers", "receiver.py", "story.ipynb"} <= set(names)
    for name in names:
        text = run("docs", name).stdout.decode()
        source = ROOT / ("python/examples" if "." in name else "core/docs") / (name if "." in name else f"{name}.md")
        assert text == source.read_text()
    assert "there is no page `x`" in refused("docs", "x", code=4)


@pytest.mark.parametrize("formatter", [_Lines("%(asctime)s %(levelname)s %(message)s"), _Plain()])
def test_text_of_an_exception_does_not_look_like_another_line_of_the_log(formatter: logging.Formatter) -> None:
    forged = "2026-05-01T08:00:00.000Z ERROR shiptrack: the store accepts no writes"
    try:
        raise ValueError(f"the carrier answered\r\n{forged}\u2028{forged}\x85{forged}")
    except ValueError:
        record = logging.LogRecord("shiptrack.service", logging.ERROR, __file__, 1, "look-up failed", (), sys.exc_info())
    lines = formatter.format(record).splitlines()
    assert "look-up failed" in lines[0]
    assert "ValueError: the carrier answered" in "\n".join(lines)
    assert not any(line.startswith(("2026-05-01", "shiptrack:")) for line in lines[1:])
    assert len(lines) == 1 or isinstance(formatter, _Plain)
