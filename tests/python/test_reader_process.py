"""The process that reads PDF, XLSX and HTML documents: how it is started and limited, and what the host program does not notice of it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import shiptrack

LINUX = Path("/proc/self/fd").exists()
pytestmark = pytest.mark.skipif(not LINUX, reason="looks at processes in /proc")

#: The beginning of the programs below.
BEGIN = """
import io, json, os, signal, socket, sys, threading, time
from pathlib import Path
import shiptrack

NOTICE = b"<h1>ARRIVAL NOTICE</h1><p>B/L No: MAEU123456789</p><p>ETA: 2026-12-24</p>"

def readers(of=os.getpid()):
    # A thread that ends meanwhile passes its children on to another one.
    threads = lambda: sorted(Path(f"/proc/{of}/task").iterdir())
    while True:
        before = threads()
        try:
            found = {pid for thread in before for pid in (thread / "children").read_text().split()}
            found = sorted(int(pid) for pid in found if "serve_reader" in Path(f"/proc/{pid}/cmdline").read_text())
        except FileNotFoundError:
            continue
        if threads() == before:
            return found

def read(service, content=NOTICE, name="notice.html"):
    document = service.client().documents.upload(io.BytesIO(content), name=name, content_type="text/html")
    service.run_due()
    return service.client().documents.get(document.id).document_type

service = shiptrack.Service(worker=False, **OPTIONS)
count = 0
def fresh():
    global count
    count += 1
    return NOTICE + b"<p>%d</p>" % count
"""


def run(program: str, options: str = "{}", **keywords: Any) -> Any:
    """Runs a program in a process, and returns what it printed as JSON."""
    text = BEGIN.replace("OPTIONS", options) + textwrap.dedent(program)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", text], capture_output=True, text=True, timeout=120, check=False, **keywords
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout)


def test_one_process_reads_many_files_and_nothing_is_left_after_close() -> None:
    found = run(
        """
        before = readers()
        types = [read(service, fresh()) for _ in range(3)]
        during = readers()
        service.close()
        print(json.dumps([before, types, len(during), [os.path.exists(f"/proc/{pid}") for pid in during]]))
        """
    )
    assert found == [[], ["arrival_notice"] * 3, 1, [False]]


def test_the_process_is_limited_and_inherits_nothing() -> None:
    found = run(
        """
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        extra = os.open("/dev/null", os.O_RDONLY)
        os.set_inheritable(extra, True)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU, signal.SIGALRM, signal.SIGTERM])
        read(service)
        (pid,) = readers()
        folder = Path(f"/proc/{pid}")
        status = dict(line.split(":\\t") for line in (folder / "status").read_text().splitlines())
        limits = {line[:26].strip(): line[26:].split()[0] for line in (folder / "limits").read_text().splitlines()}
        try:
            files = sorted(int(name) for name in os.listdir(folder / "fd"))
            targets = [os.readlink(folder / "fd" / str(number)) for number in files]
            environment = sorted(entry.split(b"=")[0].decode() for entry in (folder / "environ").read_bytes().split(b"\\0") if entry)
        except PermissionError:
            targets = environment = None
        print(json.dumps([status["SigBlk"].strip(), status["SigIgn"].strip(), limits, targets, environment, os.getpgid(pid) == pid]))
        """,
        env={**os.environ, "SECRET": "x"},
    )
    blocked, ignored, limits, targets, environment, has_group = found
    assert not int(ignored, 16) & (1 << (signal.SIGALRM - 1) | 1 << (signal.SIGXCPU - 1)), "its limits of time hold"
    mask = int(blocked, 16)
    assert mask == (1 << (signal.SIGINT - 1)) | (1 << (signal.SIGHUP - 1)), "only interrupts are blocked"
    assert limits["Max address space"] == str(512 << 20)
    assert limits["Max core file size"] == limits["Max file size"] == limits["Max processes"] == "0"
    assert limits["Max stack size"] == str(64 << 20)
    assert has_group
    if targets is not None:  # Only root may look at a process that cannot be dumped.
        # The input, twice, and the null device.
        assert sorted(target.split(":")[0] for target in targets) == ["/dev/null", "/dev/null", "socket", "socket"]
        assert set(environment) <= {"SHIPTRACK_READER", "LD_LIBRARY_PATH", "TMPDIR", "LC_CTYPE"}


def test_a_killed_process_is_replaced_and_its_file_is_read() -> None:
    found = run(
        """
        read(service, fresh())
        (first,) = readers()
        os.kill(first, signal.SIGKILL)
        kind = read(service, fresh())
        (second,) = readers()
        print(json.dumps([kind, first != second, os.path.exists(f"/proc/{first}")]))
        """
    )
    assert found == ["arrival_notice", True, False]


@pytest.mark.parametrize("host", ["ignores_children", "waits_for_all", "default_pipe"])
def test_the_signals_of_the_host_do_not_matter(host: str) -> None:
    found = run(
        f"""
        host = {host!r}
        if host == "ignores_children":
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        if host == "default_pipe":
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        ended = threading.Event()
        def wait():
            while not ended.is_set():
                try:
                    os.waitpid(-1, os.WNOHANG)
                except ChildProcessError:
                    pass
                time.sleep(0.001)
        if host == "waits_for_all":
            threading.Thread(target=wait).start()
        types = [read(service, fresh())]
        for pid in readers():
            os.kill(pid, signal.SIGKILL)
        # The end of the process is known when it is gone, or a zombie.
        types += [read(service, fresh() * 20_000), read(service, fresh())]
        left = readers()
        service.close()
        ended.set()
        print(json.dumps([types, len(left), [pid for pid in left if os.path.exists(f"/proc/{{pid}}")]]))
        """
    )
    assert found == [["arrival_notice"] * 3, 1, []]


def test_a_fork_neither_uses_nor_ends_the_readers_of_its_parent() -> None:
    found = run(
        """
        read(service, fresh())
        before = readers()
        child = os.fork()
        if child == 0:
            del service
            import gc
            gc.collect()
            own = shiptrack.Service(worker=False)
            kind = read(own, fresh())
            mine = readers(os.getpid())
            own.close()
            os._exit(0 if kind == "arrival_notice" and mine and not set(mine) & set(before) else 1)
        code = os.waitpid(child, 0)[1]
        print(json.dumps([code, readers() == before, read(service, fresh()), readers() == before]))
        """
    )
    assert found == [0, True, "arrival_notice", True]


def test_a_hostile_file_fails_alone() -> None:
    found = run(
        """
        hostile = b"<p " + b" ".join(b"a%d=b" % i for i in range(500_000)) + b">x</p>"
        begun = time.monotonic()
        kinds = [read(service, hostile, "bad.html"), read(service, fresh())]
        took = time.monotonic() - begun
        events = [event.event for event in service.events()]
        print(json.dumps([kinds, took < 10, [event for event in events if "failed" in event]]))
        """,
        "dict(documents={'read_time': 1})",
    )
    assert found == [[None, "arrival_notice"], True, ["document.extraction_failed"]]


def test_readers_can_be_switched_off() -> None:
    found = run(
        """
        kind = read(service, fresh())
        document = list(service.client().documents.list())[0]
        print(json.dumps([kind, document.classification_notes, readers()]))
        """,
        "dict(documents={'readers': 0})",
    )
    assert found[0] is None and found[2] == []


def test_trusted_documents_can_be_read_in_the_process() -> None:
    found = run(
        "print(json.dumps([read(service, fresh()), readers()]))", "dict(documents={'trusted_documents_in_process': True})"
    )
    assert found == ["arrival_notice", []]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["/nowhere/reader"], "could not be started"),
        (["/bin/true"], "did not answer"),
        (["/bin/sh", "-c", "echo no reader of this version >&0; sleep 1"], "is not a reader of this version"),
    ],
)
def test_a_reader_that_cannot_be_started_is_reported_once_and_plain_text_is_read(command: list[str], reason: str) -> None:
    found = run(
        f"""
        import warnings
        reports = []
        second = shiptrack.Service(worker=False, reader_command={command!r}, on_activity=lambda activity: reports.append(str(activity)))
        kinds = [read(second, fresh()), read(second, fresh())]
        plain = second.client().documents.upload(io.BytesIO(b"ARRIVAL NOTICE"), name="a.txt", content_type="text/plain")
        second.run_due()
        print(json.dumps([kinds, second.client().documents.get(plain.id).document_type, [text for text in reports if "reader" in text]]))
        """
    )
    assert found[:2] == [[None, None], "arrival_notice"]
    assert len(found[2]) == 1 and reason in found[2][0], found[2]


def test_documents_wait_until_a_reader_can_be_started(tmp_path: Path) -> None:
    found = run(
        f"""
        clock, path = shiptrack.ManualClock(), {str(tmp_path / "a.db")!r}
        with shiptrack.Service(path, clock=clock, reader_command="/nowhere/reader") as waiting:
            kinds = [read(waiting, fresh())]
        with shiptrack.Service(path, clock=clock) as reading:
            clock.advance(600)
            reading.run_due()
            kinds += [document.document_type for document in reading.client().documents.list()]
            print(json.dumps([kinds, [event.event for event in reading.events() if "document" in event.event]]))
        """
    )
    assert found == [[None, "arrival_notice"], ["document.extracted"]]


def test_a_frozen_program_that_serves_is_started_again(tmp_path: Path) -> None:
    # The executable of this "frozen program" is Python, so it is started through a script that calls `serve_reader` first.
    script = tmp_path / "program"
    script.write_text(f"#!{sys.executable}\nimport shiptrack\nshiptrack.serve_reader()\nraise SystemExit(3)\n")
    script.chmod(0o755)
    found = run("print(json.dumps(read(service, fresh())))", f"dict(reader_command=[{str(script)!r}])")
    assert found == "arrival_notice"


def test_serve_reader_has_no_effect_in_other_programs() -> None:
    shiptrack.serve_reader()
    assert "SHIPTRACK_READER" not in os.environ


def test_the_command_is_checked() -> None:
    with pytest.raises(TypeError, match="reader_command"):
        shiptrack.Service(worker=False, reader_command=[])
    assert re.match(r"\d+\.\d+", shiptrack.__version__)
