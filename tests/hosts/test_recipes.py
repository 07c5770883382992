"""Runs the recipes of core/docs/hosts.md in the hosts that they are for."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
import shiptrack

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "core" / "docs" / "hosts.md").read_text()
RECIPES, SERVER_RECIPES = PAGE.split("\n## A server next to the workers\n")
BIN = pathlib.Path(sys.executable).parent


def programs(text: str) -> dict[str, str]:
    """Returns the programs of a text by the names in their first lines."""
    return {name: code for name, code in re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", text, re.S | re.M)}


def commands(text: str, program: str) -> list[list[str]]:
    return [line.split() for line in re.findall(rf"^{program} .*$", text, re.M)]


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with the programs of the page and a file with two containers."""
    for name, code in programs(RECIPES).items():
        (tmp_path / name).write_text(code)
    (tmp_path / "celeryconfig.py").write_text(
        f"broker_url = 'filesystem://'\nresult_backend = {f'file://{tmp_path}/results'!r}\n"
        f"broker_transport_options = {{name: {str(tmp_path / 'queue')!r} for name in ('data_folder_in', 'data_folder_out', 'control_folder')}}\n"
    )
    (tmp_path / "settings.py").write_text("DEBUG = True\nSECRET_KEY = 'test'\nALLOWED_HOSTS = ['*']\nROOT_URLCONF = 'urls'\n")
    (tmp_path / "manage.py").write_text(
        "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\n"
        "from django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n"
    )
    for name in ("queue", "results"):
        (tmp_path / name).mkdir()
    with shiptrack.Service(tmp_path / "tracking.db", worker=False) as service:
        requests = service.client().tracking_requests
        requests.wait(requests.create(container="TEST-TR-SUCCEEDED", scac="TEST"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("SHIPTRACK_DB", str(tmp_path / "tracking.db"))
    return tmp_path


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def running(command: list[str], log: str = "host.log") -> Iterator[subprocess.Popen[bytes]]:
    """A host in its own process group, which is ended with all of its processes."""
    with open(log, "ab") as output:
        process = subprocess.Popen([BIN / command[0], *command[1:]], stdout=output, stderr=output, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            pass
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def containers(port: int) -> list[str]:
    """Asks until the host answers."""
    end = time.monotonic() + 40
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
                found: list[str] = json.load(answer)["containers"]
                return found
        except urllib.error.HTTPError as refused:
            pytest.fail(f"{refused}: {pathlib.Path('host.log').read_text()[-2_000:]}")
        except OSError:
            assert time.monotonic() < end, pathlib.Path("host.log").read_text()[-2_000:]
            time.sleep(0.1)


@pytest.mark.parametrize("command", commands(RECIPES, "gunicorn"), ids=" ".join)
def test_gunicorn_with_threads_serves_and_reloads(folder: pathlib.Path, command: list[str]) -> None:
    port = free_port()
    with running([*command, "--bind", f"127.0.0.1:{port}"]) as host:
        assert len(containers(port)) == 2
        host.send_signal(signal.SIGHUP)
        time.sleep(1)
        assert all(len(containers(port)) == 2 for _ in range(3))
    assert host.returncode == 0, (folder / "host.log").read_text()


@pytest.mark.parametrize("command", commands(RECIPES, "flask"), ids=" ".join)
def test_flask_with_a_reloader(folder: pathlib.Path, command: list[str]) -> None:
    port = free_port()
    with running([*command, "--port", str(port)]):
        assert len(containers(port)) == 2
        with (folder / "flask_app.py").open("a") as program:
            program.write("# changed\n")
        time.sleep(2)
        assert len(containers(port)) == 2


@pytest.mark.parametrize("command", commands(RECIPES, "uvicorn"), ids=" ".join)
def test_uvicorn(folder: pathlib.Path, command: list[str]) -> None:
    port = free_port()
    with running([*command, "--port", str(port)]):
        assert len(containers(port)) == 2


def test_django_with_its_reloader(folder: pathlib.Path) -> None:
    port = free_port()
    with running(["python", "manage.py", "runserver", str(port)]):
        assert len(containers(port)) == 2
        with (folder / "urls.py").open("a") as program:
            program.write("# changed\n")
        time.sleep(2)
        assert len(containers(port)) == 2


def result_of_task() -> list[str]:
    code = "import tasks; print(*tasks.containers.delay().get(timeout=40))"
    return subprocess.run([BIN / "python", "-c", code], check=True, capture_output=True, text=True, timeout=60).stdout.split()


@pytest.mark.parametrize("command", commands(RECIPES, "celery"), ids=" ".join)
def test_celery_with_threads(folder: pathlib.Path, command: list[str]) -> None:
    with running(command):
        assert len(result_of_task()) == 2


@pytest.fixture
def server(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server of the page, and its client in the program."""
    (folder / "tracking.py").write_text(programs(SERVER_RECIPES)["tracking.py"])
    create, serve = commands(SERVER_RECIPES, "shiptrack")
    created = subprocess.run([BIN / create[0], *create[1:]], check=True, capture_output=True, text=True, timeout=30)
    port = free_port()
    monkeypatch.setenv("SHIPTRACK_API_KEY", json.loads(created.stdout)["key"])
    monkeypatch.setenv("SHIPTRACK_BASE_URL", f"http://127.0.0.1:{port}/v2")
    with running([*serve[:-1], f"127.0.0.1:{port}"], log="server.log"):
        end = time.monotonic() + 30
        while not is_listening(port):
            assert time.monotonic() < end, (folder / "server.log").read_text()
            time.sleep(0.1)
        yield


def test_gunicorn_with_several_workers_next_to_a_server(folder: pathlib.Path, server: None) -> None:
    port = free_port()
    (command,) = commands(SERVER_RECIPES, "gunicorn")
    with running([*command, "--bind", f"127.0.0.1:{port}"]):
        assert all(len(containers(port)) == 2 for _ in range(12))


def test_celery_with_processes_next_to_a_server(folder: pathlib.Path, server: None) -> None:
    (command,) = commands(SERVER_RECIPES, "celery")
    with running(command):
        assert all(len(result_of_task()) == 2 for _ in range(2))
