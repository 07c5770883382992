"""Carriers over HTTP with a profile and two credentials."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import shiptrack
from shiptrack import Service
from shiptrack.__main__ import main
from shiptrack.errors import ConfigurationError

KEYS = {"MAEU": {"client_id": "the-id", "client_secret": "the-secret"}}
GATE_IN = {
    "eventType": "EQUIPMENT",
    "equipmentEventTypeCode": "GTIN",
    "eventClassifierCode": "ACT",
    "eventDateTime": "2026-04-18T11:00:00+08:00",
    "equipmentReference": "CSQU3054383",
    "emptyIndicatorCode": "LADEN",
    "transportCall": {"UNLocationCode": "CNSHA", "modeOfTransport": "VESSEL"},
}


class _Carrier(BaseHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        known = b"client_id=the-id" in body and b"client_secret=the-secret" in body
        self._answer(*((200, {"access_token": "tok-1", "expires_in": 3600}) if known else (401, {"error": "invalid_client"})))

    def do_GET(self) -> None:
        known = "transportDocumentReference=123456789" in self.path and self.headers["Authorization"] == "Bearer tok-1"
        self._answer(*((200, [GATE_IN]) if known else (404, {"message": "no such number"})))

    def _answer(self, status: int, output: Any) -> None:
        body = json.dumps(output).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def profiles(tmp_path: Path) -> Iterator[Path]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Carrier)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}"
    file = tmp_path / "carriers.toml"
    file.write_text(f"[MAEU]\nbase_url = '{url}'\n[MAEU.oauth2]\ntoken_url = '{url}/token'\n")
    yield file
    server.shutdown()
    thread.join()
    server.server_close()


def _tracked(service: Service, account: str | None = None) -> str:
    requests = service.client(account).tracking_requests
    request = requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    service.run_due()
    return str(requests.get(request).status)


def test_number_is_tracked_with_profile_and_credentials(profiles: Path) -> None:
    with Service(profiles=profiles, credentials=KEYS, worker=False) as service:
        assert _tracked(service) == "created"
        service.create_account("acme", "Acme")
        assert _tracked(service, "acme") == "pending"
    with Service(profiles=profiles, credentials=KEYS, shared_credentials=True, worker=False) as service:
        service.create_account("acme", "Acme")
        assert _tracked(service, "acme") == "created"


def test_suspended_credentials_are_listed(profiles: Path) -> None:
    wrong = {"MAEU": {"client_id": "the-id", "client_secret": "not-it"}}
    with Service(profiles=profiles, credentials=wrong, worker=False) as service:
        assert service.suspended_credentials() == ()
        assert _tracked(service) == "pending"
        (aside,) = service.suspended_credentials()
        assert (aside.scac, aside.waiting) == ("MAEU", 1) and aside.why and "not-it" not in aside.why
        assert aside.accounts == (str(service.accounts()[0].id),)
        assert aside.since < aside.next_look_up


def test_credentials_function_receives_the_account(profiles: Path) -> None:
    asked: list[tuple[str, str, str]] = []

    def credentials(scac: str, name: str, account: str) -> str | None:
        asked.append((scac, name, account))
        return KEYS[scac].get(name)

    with Service(profiles=profiles, credentials=credentials, worker=False) as service:
        assert _tracked(service) == "created"
    assert set(asked) == {("MAEU", "client_id", "default"), ("MAEU", "client_secret", "default")}


def test_check_reports_requests_without_secrets(profiles: Path) -> None:
    checked = shiptrack.carriers.check("MAEU", "MAEU123456789", profiles=profiles, credentials=KEYS)
    assert (checked.outcome, [call.purpose for call in checked.calls]) == ("facts", ["token", "events"])
    assert (checked.reading.messages[0].form, checked.complete) == ("dcsa2", True)
    assert "the-secret" not in repr(checked) and "tok-1" not in repr(checked)
    wrong = {"MAEU": {"client_id": "the-id", "client_secret": "another"}}
    refused = shiptrack.carriers.check("MAEU", "MAEU123456789", profiles=profiles, credentials=wrong)
    assert refused.outcome == "refused" and "invalid_client" in str(refused.why)


def test_recorded_check_has_no_secrets_and_replays(
    profiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bundle"
    checked = shiptrack.carriers.check("MAEU", "MAEU123456789", profiles=profiles, credentials=KEYS, record=folder)
    written = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"GTIN" in written and not any(secret in written for secret in (b"the-id", b"the-secret", b"tok-1"))
    replayed = shiptrack.carriers.replay(folder)
    assert replayed.is_same and replayed.check.reading == checked.reading and not replayed.missing + replayed.added
    with pytest.raises(ConfigurationError, match="new folder") as refused:
        shiptrack.carriers.check("MAEU", "MAEU123456789", profiles=profiles, credentials=KEYS, record=folder)
    assert refused.value.pointer == "folder"
    for name, value in KEYS["MAEU"].items():
        monkeypatch.setenv(f"SHIPTRACK_MAEU_{name.upper()}", value)
    other = str(tmp_path / "other")
    assert main(["carriers", "check", "MAEU", "MAEU123456789", "--profiles", str(profiles), "--record", other]) == 0
    capsys.readouterr()
    assert main(["carriers", "replay", other]) == 0
    assert json.loads(capsys.readouterr().out)["is_same"] is True
    body = next(path for path in Path(other).iterdir() if path.suffix == ".body")
    body.write_text(body.read_text().replace("2026-04-18T11", "2026-04-18T12"))
    assert main(["carriers", "replay", other]) == 3
    output = json.loads(capsys.readouterr().out)
    assert [len(output[what]) for what in ("missing", "added")] == [1, 1]


def test_included_profiles_say_they_are_untested() -> None:
    shipped = shiptrack.carriers.profiles()
    assert {profile["status"] for profile in shipped.values()} == {"never_tried"}
    assert "signed_jwt" in shipped["MSCU"]["missing"] and shipped["HLCU"]["missing"] is None


def test_invalid_profile_is_named() -> None:
    for given, place in (
        ({"profiles": {"MSCU": {}}}, "profiles.MSCU.signed_jwt.token_url"),
        ({"profiles": {"MAEU": {"pace": {"per_day": "x"}}}}, "profiles.MAEU.pace.per_day"),
        ({"profiles": "no-such-file.toml"}, "profiles"),
        ({"credentials": KEYS}, "credentials"),
        ({"profiles": {"MAEU": {}}, "credentials": {"MAEU": {"client_id": 7}}}, "credentials"),
    ):
        with pytest.raises(ConfigurationError) as refused:
            Service(**given)  # type: ignore[arg-type]
        assert refused.value.pointer == place


def test_track_command_uses_profiles_and_environment(
    profiles: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(profiles.parent)
    for name, value in KEYS["MAEU"].items():
        monkeypatch.setenv(f"SHIPTRACK_MAEU_{name.upper()}", value)
    assert main(["track", "MAEU123456789", "--profiles", "carriers.toml", "--wait", "30"]) == 0
    assert json.loads(capsys.readouterr().out)["attributes"]["status"] == "created"
    assert main(["carriers", "check", "MAEU", "MAEU123456789", "--profiles", "carriers.toml"]) == 0
    output = capsys.readouterr().out
    assert json.loads(output)["outcome"] == "facts" and "the-secret" not in output
    assert main(["carriers", "check", "MAEU", "MSKU0308961", "--profiles", "carriers.toml"]) == 3
    assert json.loads(capsys.readouterr().out)["why"].startswith("not visible with these credentials")
    assert main(["carriers", "plan", "--profiles", "carriers.toml"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["scac"], plan["requests"], plan["suffices"], plan["plugged_in"]) == ("MAEU", 1, True, True)
    assert main(["carriers", "profiles", "--profiles", "carriers.toml"]) == 0
    assert json.loads(capsys.readouterr().out)["scac"] == "MAEU"


def test_plan_reports_whether_limits_are_high_enough(profiles: Path) -> None:
    paced = profiles.read_text().replace("[MAEU.oauth2]", "pace = { per_day = 2 }\n[MAEU.oauth2]")
    profiles.write_text(paced)
    with Service(profiles=profiles, credentials=KEYS, worker=False) as service:
        assert shiptrack.carriers.plan(service) == []
        _tracked(service)
        [plan] = shiptrack.carriers.plan(service)
    output = (plan.scac, plan.accounts, plan.requests, plan.allowed_per_day, plan.each_every_seconds, plan.suffices)
    assert output == ("MAEU", ("default",), 1, 2, 43_200, False)


def test_file_problems_name_the_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[MAEU")
    good = tmp_path / "good.toml"
    good.write_text("[MAEU]\n")
    for settings in ({"profiles": bad}, {"profiles": good, "credentials": bad}):
        with pytest.raises(ConfigurationError, match=r"bad\.toml"):
            shiptrack.Service(worker=False, **settings)  # type: ignore[arg-type]
