"""Behavior inside other programs: interpreters, event loops, debuggers, freezers, and readers of the log that stop reading."""

from __future__ import annotations

import ast
import asyncio
import concurrent.futures
import contextlib
import contextvars
import functools
import importlib
import inspect
import os
import pathlib
import re
import signal
import subprocess
import sys
import textwrap
import threading
import typing
from collections.abc import Iterator
from typing import Any

import pytest

import shiptrack
from shiptrack import Service, ShiptrackWarning

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["", ".carriers", ".errors", ".facts", ".numbers", ".tables", ".testing", ".timeline", ".types", ".values", ".webhooks"]


def public_callables() -> Iterator[tuple[str, Any]]:
    """Returns the public functions, classes and methods that are written in Python, each once."""
    seen = set()
    for module in [importlib.import_module(f"shiptrack{name}") for name in MODULES]:
        for name in module.__all__ if hasattr(module, "__all__") else dir(module):
            found = getattr(module, name)
            methods = inspect.getmembers(found) if inspect.isclass(found) and found.__module__.startswith("shiptrack") else []
            for path, one in [(name, found), *((f"{name}.{method}", value) for method, value in methods)]:
                one = one.fget if isinstance(one, property) else one
                is_own = getattr(one, "__module__", None) or ""
                if hasattr(one, "__annotations__") and is_own.startswith("shiptrack") and id(one) not in seen:
                    seen.add(id(one))
                    yield f"{module.__name__}.{path}", one


def test_annotations_of_public_callables_can_be_evaluated() -> None:
    unresolved = {}
    for path, one in public_callables():
        try:
            typing.get_type_hints(one)
        except NameError as problem:
            unresolved[path] = str(problem)
    assert unresolved == {}


@pytest.mark.parametrize("first", ["import shiptrack", ""], ids=["second", "first"])
def test_sub_interpreter_cannot_import_the_package(first: str) -> None:
    program = """
        import sys
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        FIRST
        paths = f"import sys; sys.path[:0] = {sys.path!r}"
        other = interpreters.create(*(["legacy"] if sys.version_info >= (3, 13) else []))
        problem = interpreters.run_string(other, paths + '''
        try:
            import shiptrack
        except ImportError as problem:
            print(problem, flush=True)
        ''')
        import shiptrack
        print(shiptrack.Service(worker=False))
    """.replace("FIRST", first)
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert "main interpreter" in ran.stdout and "WSGIApplicationGroup" in ran.stdout, ran
    assert ran.stdout.endswith("<Service in memory>\n") and ran.returncode == 0, ran


async def coroutine_function(argument: Any) -> Any:
    """A plug-in that cannot be called on a thread without an event loop."""


class WithCoroutineMethods:
    async def look_up(self, look_up: Any) -> Any: ...

    async def extract(self, source: Any) -> Any: ...


class CallableWithCoroutine:
    async def __call__(self, argument: Any) -> Any: ...


@pytest.mark.parametrize(
    ("keyword", "arguments"),
    [
        ("any_carrier", {"any_carrier": coroutine_function}),
        ('carriers["MAEU"]', {"carriers": {"MAEU": WithCoroutineMethods()}}),
        ("any_carrier", {"any_carrier": CallableWithCoroutine()}),
        ("any_carrier", {"any_carrier": functools.partial(coroutine_function)}),
        ("extractors[0]", {"extractors": [WithCoroutineMethods()]}),
        ("on_activity", {"on_activity": coroutine_function}),
    ],
)
def test_coroutine_functions_are_rejected_as_plug_ins(keyword: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=re.escape(f"{keyword}: a coroutine function") + ".*asyncio.run"):
        Service(worker=False, **arguments)


def test_carriers_see_the_context_and_the_trace_function_of_the_caller() -> None:
    tenant = contextvars.ContextVar("tenant", default="none")
    seen: list[str] = []
    traced: set[str] = set()

    def carrier(look_up: Any) -> list[Any]:
        seen.append(tenant.get())
        tenant.set("changed by the carrier")
        return []

    def trace(frame: Any, event: str, argument: Any) -> None:
        traced.add(frame.f_code.co_name)

    with Service(worker=False, any_carrier=carrier) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        before = threading.gettrace()
        tenant.set("acme")
        threading.settrace(trace)
        try:
            service.settle()
        finally:
            threading.settrace(before)  # type: ignore[arg-type]
    assert seen == ["acme"]
    assert tenant.get() == "acme"
    assert "carrier" in traced


def test_waiting_on_the_thread_of_an_event_loop_gives_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def settle(service: Service) -> None:
        service.settle()

    async def wait(service: Service) -> None:
        requests = service.client().tracking_requests
        requests.wait(requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST"))

    # Another test may have imported it.
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    with Service(worker=False) as service:
        for call in (settle, wait):
            with pytest.warns(ShiptrackWarning, match=rf"{call.__name__}\(\) blocks .*async_client\(\)") as warned:
                asyncio.run(call(service))
            assert [warning.filename for warning in warned if warning.category is ShiptrackWarning] == [__file__]
        monkeypatch.setitem(sys.modules, "ipykernel", sys)
        asyncio.run(settle(service))


def test_modules_that_the_native_module_imports_are_imported_by_python_code() -> None:
    sources = [path.read_text() for path in (ROOT / "python" / "src").rglob("*.rs")]
    used = {name for source in sources for name in re.findall(r'import\((?:py, |value\.py\(\), )?"([a-z_.]+)"', source)}
    tree = ast.parse((ROOT / "python" / "shiptrack" / "_later_imports.py").read_text())
    assert re.search(r"^from shiptrack import .*\b_later_imports\b", (ROOT / "python" / "shiptrack" / "__init__.py").read_text(), re.MULTILINE)
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
    assert len(used) > 15
    assert used - {"sys", "_signal", "shiptrack._native", "shiptrack._later_imports", "shiptrack._async"} <= found


def test_log_that_is_not_read_does_not_stop_the_program() -> None:
    program = """
        import logging, sys, time
        from shiptrack.__main__ import _messages
        with _messages(as_log=True):
            for number in range(20_000):
                logging.getLogger("shiptrack.service").info("line %d %s", number, "x" * 200)
            print("logged", flush=True)
            sys.stdin.read(1)
            (log,) = [handler for handler in logging.getLogger("shiptrack").handlers if hasattr(handler, "queue")]
            while not log.queue.empty():
                time.sleep(0.01)
            logging.getLogger("shiptrack.service").info("last line")
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdin and child.stdout and child.stderr
    assert child.stdout.readline() == "logged\n"  # although no line was read
    first = os.read(child.stderr.fileno(), 100_000).decode()
    assert re.match(r"\d{4}-\d\d-\d\dT[\d:.]+Z INFO line 0 x+\n", first)
    _, rest = child.communicate("\n", timeout=30)
    assert child.returncode == 0
    log = first + rest
    dropped = sum(map(int, re.findall(r"^(\d+) lines were dropped here, because the log was not read$", log, re.MULTILINE)))
    assert dropped > 5_000
    assert dropped + len(re.findall(r"INFO line \d+", log)) == 20_000
    assert log.endswith("INFO last line\n")


def test_program_with_a_log_that_is_never_read_ends() -> None:
    program = """
        import logging
        from shiptrack.__main__ import _messages
        with _messages(as_log=True):
            for number in range(20_000):
                logging.getLogger("shiptrack.service").info("line %d %s", number, "x" * 200)
    """
    read, write = os.pipe()
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], stderr=write, timeout=30)
    os.close(read)
    os.close(write)
    assert ran.returncode == 0


def test_repr_in_a_forked_process_says_why_the_object_cannot_be_used() -> None:
    program = """
        import os, shiptrack
        service = shiptrack.Service(worker=False)
        client = service.client()
        if os.fork() == 0:
            print(repr(service), repr(client), flush=True)
            os._exit(0)
        os.wait()
    """
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=30)
    assert ran.stdout == "<Service in memory, opened before a fork> Client(service in this process, opened before a fork)\n", ran


def test_arguments_in_an_ascii_locale_are_utf_8(tmp_path: pathlib.Path) -> None:
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "shiptrack", "--db", str(tmp_path / "tracking.db"), "accounts"]
    subprocess.run([*command, "--create", "Zoë"], env=ascii_only, check=True, timeout=30)
    with Service(tmp_path / "tracking.db", worker=False) as service:
        assert "Zoë" in [account.name for account in service.accounts()]


HANGING_CARRIER = """
    import logging, threading, time, shiptrack
    logging.basicConfig()
    called, released = threading.Event(), threading.Event()
    def carrier(look_up):
        called.set()
        released.wait(60)
        return []
    service = shiptrack.Service(PATH, any_carrier=carrier)
    service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    assert called.wait(30)
"""


def run_program(program: str, path: pathlib.Path) -> subprocess.CompletedProcess[str]:
    text = textwrap.dedent(HANGING_CARRIER).replace("PATH", repr(str(path))) + textwrap.dedent(program)
    return subprocess.run([sys.executable, "-W", "ignore", "-c", text], capture_output=True, text=True, timeout=50)


def test_close_abandons_a_carrier_that_does_not_return(tmp_path: pathlib.Path) -> None:
    program = """
        service.close(timeout=0.05)
        with shiptrack.Service(PATH, worker=False) as again:
            released.set()
            print([request.status for request in again.client().tracking_requests.list()])
    """
    ran = run_program(program.replace("PATH", repr(str(tmp_path / "s.db"))), tmp_path / "s.db")
    assert (ran.returncode, ran.stdout) == (0, "['pending']\n"), ran
    assert ran.stderr.count("look-ups at MAEU") == 1, ran


@pytest.mark.parametrize("use", ["keep = service", "client = service.client(); del service"])
def test_end_of_the_program_abandons_a_carrier_that_does_not_return(tmp_path: pathlib.Path, use: str) -> None:
    ran = run_program(use, tmp_path / "s.db")
    assert ran.returncode == 0 and "look-ups at MAEU" in ran.stderr, ran


def run_with_path(program: str, path: pathlib.Path) -> str:
    text = "import os, shiptrack, sys\npath = sys.argv[1]\n" + textwrap.dedent(program)
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", text, str(path)], capture_output=True, text=True, timeout=50)
    assert ran.returncode == 0, ran
    return ran.stdout


def test_child_of_a_killed_process_does_not_keep_the_file_or_the_port(tmp_path: pathlib.Path) -> None:
    program = """
        import signal, socket
        read, write = os.pipe()
        parent = os.fork()
        if parent == 0:
            service = shiptrack.Service(path)
            server = service.serve()
            child = os.fork()
            if child == 0:
                signal.pause()
            os.write(write, f"{child} {server.address}".encode())
            signal.pause()
        child, address = os.read(read, 100).decode().split()
        os.kill(parent, signal.SIGKILL)
        os.waitpid(parent, 0)
        try:
            with shiptrack.Service(path, worker=False) as service:
                print(len(service.accounts()))
            with shiptrack.Service(worker=False) as service, service.serve(address):
                print("serves")
        finally:
            os.kill(int(child), signal.SIGKILL)
    """
    assert run_with_path(program, tmp_path / "s.db") == "1\nserves\n"


def test_child_opens_the_file_after_its_parent_has_closed_it(tmp_path: pathlib.Path) -> None:
    program = """
        track = {"bill_of_lading": "TEST-TR-SUCCEEDED", "scac": "TEST"}
        closed, close = os.pipe()
        service = shiptrack.Service(path)
        service.client().tracking_requests.wait(service.client().tracking_requests.create(**track))
        child = os.fork()
        if child == 0:
            os.read(closed, 1)
            with shiptrack.Service(path) as own:
                requests = own.client().tracking_requests
                requests.wait(requests.create(bill_of_lading="TEST-TR-FAILED", scac="TEST"))
                for number in range(50):
                    own.client().parties.create(f"Party {number}")
            service.close()
            os._exit(0)
        service.close()
        os.write(close, b"c")
        assert os.waitpid(child, 0)[1] == 0
        print(os.path.exists(path + "-wal"))
        with shiptrack.Service(path, worker=False) as service:
            client = service.client()
            print(sorted(request.status for request in client.tracking_requests.list()), len(list(client.parties.list())))
    """
    out = run_with_path(program, tmp_path / "s.db")
    assert out.splitlines()[-1] == "['created', 'failed'] 50", out


def test_forked_error_says_what_works(tmp_path: pathlib.Path) -> None:
    program = """
        service = shiptrack.Service(path, worker=False)
        if os.fork() == 0:
            try:
                service.accounts()
            except shiptrack.errors.ForkedError as problem:
                print(problem, flush=True)
            os._exit(0)
        os.wait()
    """
    message = run_with_path(program, tmp_path / "s.db")
    assert "open the service after the fork, in one process" in message and "shiptrack serve" in message


def test_processes_that_a_carrier_starts_can_be_terminated() -> None:
    program = """
        import subprocess, threading
        done = threading.Event()
        def carrier(look_up):
            process = subprocess.Popen(["sleep", "60"])
            process.terminate()
            print(process.wait(20), flush=True)
            done.set()
            return []
        with shiptrack.Service(any_carrier=carrier) as service:
            service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
            assert done.wait(40)
    """
    assert run_with_path(program, pathlib.Path()) == "-15\n"


def test_threads_that_open_one_file_get_the_same_service(tmp_path: pathlib.Path) -> None:
    def open_at_once(path: pathlib.Path) -> list[Service]:
        barrier = threading.Barrier(8)

        def open_one() -> Service:
            barrier.wait()
            return Service(path)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            return [opening.result() for opening in [pool.submit(open_one) for _ in range(8)]]

    for number in range(5):
        opened = open_at_once(tmp_path / f"{number}.db")
        assert all(service == opened[0] for service in opened)
        opened[0].close()


def test_file_that_another_thread_closes_or_drops_can_be_opened(tmp_path: pathlib.Path) -> None:
    def use(number: int) -> None:
        for _ in range(5):
            service = Service(tmp_path / "s.db")
            try:
                service.accounts()
            except shiptrack.errors.ClosedError:
                pass  # another thread closed it
            if number % 2 == 0:
                service.close()
            del service

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(use, number) for number in range(4)]:
            done.result()


def test_thread_that_opens_a_file_with_other_settings_gets_the_error(tmp_path: pathlib.Path) -> None:
    with Service(tmp_path / "s.db"), concurrent.futures.ThreadPoolExecutor(1) as pool:
        with pytest.raises(shiptrack.errors.ConfigurationError, match="look_up_timeout"):
            pool.submit(Service, tmp_path / "s.db", look_up_timeout=7).result()


def test_threads_with_a_small_stack_can_call_the_library(tmp_path: pathlib.Path) -> None:
    program = """
        import threading

        def work():
            with shiptrack.Service(path) as service:
                client = service.client()
                requests = client.tracking_requests
                requests.wait(requests.create(container="TEST-TR-SUCCEEDED", scac="TEST"))
                service.ingest_email(b"Subject: MSKU0308961\\r\\n\\r\\nArrival notice for MSKU0308961")
                with service.serve() as server, shiptrack.Client(service.create_key("k").key.reveal(), server.url) as hosted:
                    print(len(hosted.containers.table()))

        threading.stack_size(256 * 1024)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    """
    assert run_with_path(program, tmp_path / "s.db") == "2\n"


@contextlib.contextmanager
def holder_of(path: pathlib.Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the file open until it reads a line."""
    program = "import shiptrack, sys; service = shiptrack.Service(sys.argv[1]); print('open', flush=True); sys.stdin.readline()"
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout and holder.stdout.readline() == "open\n"
        try:
            yield holder
        finally:
            holder.kill()


def test_opening_waits_until_another_process_has_closed_the_file(tmp_path: pathlib.Path) -> None:
    with holder_of(tmp_path / "s.db") as holder:
        with pytest.raises(shiptrack.errors.StoreBusyError, match=f"process {holder.pid}: .*hosts.md"):
            Service(tmp_path / "s.db", storage={"busy_timeout": 0})
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            opening = pool.submit(Service, tmp_path / "s.db", storage={"busy_timeout": 60})
            assert holder.stdin
            holder.stdin.write("close\n")
            holder.stdin.flush()
            with opening.result() as service:
                assert len(service.accounts()) == 1


def test_signal_ends_the_wait_for_another_process(tmp_path: pathlib.Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with holder_of(tmp_path / "s.db"):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                Service(tmp_path / "s.db", storage={"busy_timeout": 60})
    finally:
        signal.signal(signal.SIGALRM, before)
    with Service(tmp_path / "s.db", worker=False) as service:
        assert len(service.accounts()) == 1
