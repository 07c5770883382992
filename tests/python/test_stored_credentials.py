"""Stored credentials and subscriptions, in Python and on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shiptrack import Secret, Service, carriers
from shiptrack.errors import ConfigurationError, InvalidError, NotFoundError

SECRET = "s3cr3t-of-the-account"
KEY = bytes(range(32))


def shell(*arguments: str, stdin: str = "", code: int = 0, **variables: str) -> tuple[list[dict[str, object]], str]:
    command = [sys.executable, "-W", "error", "-m", "shiptrack", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, env={**os.environ, **variables}, timeout=60)
    assert done.returncode == code, done.stderr
    assert SECRET not in done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_stored_credentials_are_listed_and_need_the_key(tmp_path: Path) -> None:
    file, named = tmp_path / "tracking.db", tmp_path / "store.key"
    named.write_text(KEY.hex() + "\n")
    with Service(file, worker=False, store_key=named) as service:
        service.store_credential("MAEU", "client_id", Secret(SECRET))
        service.store_credential("MAEU", "client_secret", SECRET)
        kept = service.stored_credentials()
        assert [(one.scac, one.name) for one in kept] == [("MAEU", "client_id"), ("MAEU", "client_secret")]
        assert SECRET not in repr(kept) and kept[0].stored_at <= service.now
        service.forget_credential("MAEU", "client_id")
        with pytest.raises(NotFoundError):
            service.forget_credential("MAEU", "client_id")
        with pytest.raises(InvalidError, match="name"):
            service.store_credential("MAEU", "Client-Id", "x")
        with pytest.raises(ConfigurationError, match="store_key"):
            Service(file, store_key=bytes(32))
        service.rekey(bytes(32))
        assert Service(file, store_key=bytes(32)) == service, "the file opens with its new key"
        with pytest.raises(ConfigurationError, match="store_key"):
            Service(file, store_key=KEY)
    for wrong in (None, KEY):
        with pytest.raises(ConfigurationError, match="store_key"):
            Service(file, worker=False, store_key=wrong)
    with Service(file, worker=False, store_key="00" * 32) as service:
        assert [one.name for one in service.stored_credentials()] == ["client_secret"]
    assert not any(SECRET.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_store_key_is_checked_and_required() -> None:
    for wrong, problem in ((b"short", InvalidError), ("no key", ConfigurationError), (Path("/nowhere/key"), ConfigurationError)):
        with pytest.raises(problem, match="store_key"):
            Service(store_key=wrong)
    with pytest.raises(ConfigurationError, match="pathlib.Path"):
        Service(store_key="/nowhere/key")
    with Service(worker=False) as service:
        with pytest.raises(ConfigurationError, match="store_key"):
            service.store_credential("MAEU", "client_id", SECRET)
        with pytest.raises(InvalidError, match="key"):
            service.rekey(b"short")


def test_carriers_command_stores_lists_and_deletes_credentials(tmp_path: Path) -> None:
    file, key, new = str(tmp_path / "tracking.db"), tmp_path / "one.key", tmp_path / "two.key"
    key.write_bytes(KEY)
    new.write_bytes(bytes(32))
    where = ("--db", file, "--store-key", str(key))
    shell("carriers", "store", "MAEU", "client_id", *where, stdin=SECRET + "\n")
    rows, _ = shell("carriers", "credentials", *where)
    assert [(row["scac"], row["name"]) for row in rows] == [("MAEU", "client_id")]
    _, output = shell("carriers", "credentials", "--db", file, code=3)
    assert "are encrypted" in output
    shell("carriers", "rekey", str(new), *where)
    rows, _ = shell("list", "requests", "--db", file, SHIPTRACK_STORE_KEY="00" * 32)
    assert rows == []
    shell("carriers", "forget", "MAEU", "client_id", "--db", file, SHIPTRACK_STORE_KEY_FILE=str(new))
    rows, _ = shell("carriers", "credentials", "--db", file, "--store-key", str(new))
    assert rows == []
    with Service(file, worker=False, store_key=new) as service:
        assert service.stored_credentials() == []


def test_check_uses_stored_credentials_of_the_account(tmp_path: Path) -> None:
    file, key, profiles = tmp_path / "tracking.db", tmp_path / "one.key", tmp_path / "carriers.toml"
    key.write_bytes(KEY)
    profiles.write_text("[XLIN]\nbase_url = 'http://127.0.0.1:1'\nheaders = { X-Key = '{key}' }\nparameters = { container = 'c' }\n")
    where = ("--db", str(file), "--store-key", str(key))
    check = ("carriers", "check", "XLIN", "MSKU0308961", "--profiles", str(profiles))
    shell("carriers", "store", "XLIN", "key", *where, stdin=SECRET)
    (output,), _ = shell(*check, code=3)
    assert output["outcome"] == "refused" and "the credential `key` of XLIN is missing" in str(output["why"])
    (output,), _ = shell(*check, *where, code=3)
    assert output["outcome"] == "unreachable", output["why"]
    (output,), warned = shell(*check, "--db", str(file), code=3, SHIPTRACK_STORE_KEY="11" * 32)
    assert output["outcome"] == "refused" and "are not used" in warned, "the key has changed"
    plain = tmp_path / "plain.db"
    Service(plain, worker=False).close()
    (output,), _ = shell(*check, "--db", str(plain), "--store-key", str(key), code=3)
    assert output["outcome"] == "refused"
    Service(plain, worker=False).close()
    given = tmp_path / "credentials.toml"
    given.write_text("[OTHR]\nkey = 'x'\n")
    (output,), _ = shell(*check, *where, "--credentials", str(given), code=3)
    assert output["outcome"] == "refused"
    with Service(file, worker=False, store_key=key) as service:
        assert carriers.check("XLIN", "MSKU0308961", profiles=profiles, service=service).outcome == "unreachable"
        with pytest.raises(NotFoundError):
            carriers.check("XLIN", "MSKU0308961", profiles=profiles, service=service, account="missing")
        (output,), warned = shell(*check, *where, code=3)
        assert output["outcome"] == "refused" and "another program has the file open" in warned


def test_commands_create_no_file_without_a_key(tmp_path: Path) -> None:
    file = tmp_path / "tracking.db"
    _, output = shell("carriers", "store", "MAEU", "client_id", "--db", str(file), stdin=SECRET, code=3)
    assert "--store-key" in output and not file.exists()


def test_incomplete_key_file_is_rejected(tmp_path: Path) -> None:
    named = tmp_path / "store.key"
    named.write_text(KEY[:16].hex())
    with pytest.raises(ConfigurationError, match="32 characters"):
        Service(store_key=named)


def test_carriers_command_lists_and_removes_subscriptions(tmp_path: Path) -> None:
    file = tmp_path / "tracking.db"
    with Service(file, worker=False) as service:
        made = service.subscribe_source("terminal", "Pier 400", secret=None)
    rows, _ = shell("carriers", "subscriptions", "--db", str(file))
    assert [(row["id"], row["source"], row["state"]) for row in rows] == [(str(made.id), "terminal", "active")]
    assert made.secret.reveal() not in json.dumps(rows)
    shell("carriers", "unsubscribe", str(made.id), "--db", str(file))
    assert shell("carriers", "subscriptions", "--db", str(file))[0] == []
    shell("carriers", "unsubscribe", str(made.id), "--db", str(file), code=4)


def test_edi_senders_and_carrier_network_are_keywords() -> None:
    with pytest.raises(TypeError, match="edi_senders"):
        Service(worker=False, edi_senders=["OCEANLINE"])  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="Z9"):
        Service(worker=False, edi_senders={"OCEANLINE": {"codes": {"Z9": "no such meaning"}}})
    with pytest.raises(ConfigurationError, match="carrier_networks"):
        Service(worker=False, carrier_networks=["10.0.0.0/8"])
    with pytest.raises(ConfigurationError, match="carrier_networks"):
        Service(worker=False, profiles={"MAEU": {}}, carrier_networks=["10.0.0/8"])
    Service(worker=False, profiles={"MAEU": {}}, carrier_public_only=True, carrier_networks=["10.0.0.0/8"]).close()
    Service(worker=False, edi_senders={"OCEANLINE": {"codes": {"Z9": "full_in"}}}).close()
