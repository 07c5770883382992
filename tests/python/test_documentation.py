"""Documentation: `help()`, the types of programs in pages, the receiver of the README."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shiptrack
from shiptrack import _families, _native, _resources

ROOT = Path(__file__).resolve().parents[2]
STUBS = {"_native.pyi": _native, "_resources.pyi": _resources, "_families.py": _families}
PYTHON, HOW_TO = (
    re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.S | re.M)
    for page in ("python/README.md", "core/docs/how-to-python.md")
)


def said(text: str | None) -> str:
    """Returns the words, independent of line breaks."""
    return " ".join((text or "").split())


def documented() -> Iterator[tuple[str, Any, str]]:
    """Yields every public name of the stubs, its object at run time, and its docstring in the stub."""
    for file, module in STUBS.items():
        for node in ast.parse((Path(shiptrack.__file__).parent / file).read_text()).body:
            # Names with an underscore may only exist for type checkers.
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (node.name[0] != "_" or hasattr(module, node.name)):
                yield from documented_members(node, getattr(module, node.name))


def documented_members(node: ast.FunctionDef | ast.ClassDef, known: Any) -> Iterator[tuple[str, Any, str]]:
    yield node.name, known, said(ast.get_docstring(node))
    if isinstance(node, ast.ClassDef):
        members: dict[str, str] = {}
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                members[member.name] = members.get(member.name) or said(ast.get_docstring(member))
        for name, text in members.items():
            # Resources repeat `related` with other types, without its docstring.
            if name != "related" or node.name == "Resource":
                yield f"{node.name}.{name}", inspect.getattr_static(known, name), text


def test_help_says_what_the_stub_says() -> None:
    silent, other = [], []
    for name, known, text in documented():
        if isinstance(known, staticmethod):
            known = known.__func__
        if not text:
            silent.append(name)
        elif said(inspect.getdoc(known)) != text:
            other.append(f"{name}: {said(inspect.getdoc(known))!r}, in the stub {text!r}")
    assert not silent, "without a docstring in the stub"
    assert not other, "\n".join(other)
    assert sum(1 for _ in documented()) > 600


def test_types_of_the_programs_in_pages(tmp_path: Path) -> None:
    assert len(PYTHON) >= 10 and len(HOW_TO) >= 20
    for number, code in enumerate([*PYTHON, *HOW_TO]):
        (tmp_path / f"program_{number}.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    cache = ["--cache-dir", str(ROOT / "target/python/mypy")]
    done = subprocess.run([*command, *cache, str(tmp_path)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert not any("cast(" in code or "type: ignore" in code for code in [*PYTHON, *HOW_TO])


TYPED = """
from typing_extensions import assert_type
import shiptrack
from shiptrack.values import LookUp, DocumentInput

def maersk(look_up: LookUp) -> list[dict[str, object]]:
    return []

class Carrier:
    def look_up(self, look_up: LookUp) -> list[dict[str, object]]:
        return []

class Notice:
    def extract(self, source: DocumentInput) -> None:
        return None

given = {"MAEU": maersk}
service = shiptrack.Service(carriers=given, any_carrier=Carrier(), extractors=[Notice(), lambda source: None])
timeline = service.client().containers.timeline("x")
for step in timeline:
    assert_type(step, shiptrack.timeline.Step)
assert_type(timeline[0], shiptrack.timeline.Step)
frame = service.client().containers.list().to_polars()
shiptrack.Service(any_carrier=5)  # type: ignore[arg-type]
shiptrack.Service(carriers={"MAEU": 5})  # type: ignore[dict-item]
"""


@pytest.mark.parametrize("installed", ["env", "bare"])
def test_types_with_and_without_the_packages_of_tables(installed: str, tmp_path: Path) -> None:
    polars = "polars.dataframe.frame.DataFrame" if installed == "env" else "Any"
    (tmp_path / "typed.py").write_text(TYPED + "reveal_type(frame)\n")
    python = ROOT / "target/python" / installed / "bin/python"
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python)]
    cache = ["--cache-dir", str(ROOT / "target/python/mypy" / installed)]
    done = subprocess.run([*command, *cache, "typed.py"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert f'Revealed type is "{polars}"' in done.stdout


def test_the_receiver_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = [code for code in PYTHON if "BaseHTTPRequestHandler" in code]
    namespace: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), namespace)
    receiver = namespace["Receiver"]
    receiver.log_message = lambda *_: None
    service = shiptrack.Service(clock=shiptrack.ManualClock(), allow_loopback=True)
    with namespace["ThreadingHTTPServer"](("127.0.0.1", 0), receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        hook = service.client().webhooks.create(url, events=["tracking_request.succeeded"])
        assert hook.secret is not None
        receiver.secret = hook.secret
        service.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        assert service.run_due().deliveries == 1
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(url, data=b"{}")
        refused.value.close()
        server.shutdown()
    assert refused.value.code == 401
    notification = service.client().webhook_notifications.list().first()
    assert notification is not None and notification.delivery_status == "succeeded"
    assert capsys.readouterr().out.startswith("tracking_request.succeeded TrackingRequest(")
    service.close()


def test_help_names_every_keyword_of_a_tracking_request() -> None:
    keywords = ("bill_of_lading", "container", "request_number", "scac", "auto_detect", "ref_numbers", "shipment_tags", "customer")
    family = shiptrack.Service(worker=False).client().tracking_requests
    for call in (family.create, family.track, family.track_until_certain):
        parameters = inspect.signature(call).parameters
        assert set(keywords) < set(parameters) and "request" not in parameters
    with pytest.raises(shiptrack.errors.InvalidError, match=r"^the carrier is missing: .*`scac`.*auto_detect"):
        family.track(bill_of_lading="MAEU123456789")


def test_the_readme_has_no_link_that_only_a_checkout_can_follow() -> None:
    assert not re.findall(r"\]\((?!https?://|#)", (ROOT / "python/README.md").read_text())


def test_texts_only_name_files_in_the_wheel() -> None:
    package = Path(shiptrack.__file__).parent
    files = [file.name for file in package.rglob("*.py*") if file.suffix in (".py", ".pyi") and "core/docs" in file.read_text()]
    assert not files
    shown = subprocess.run([sys.executable, "-m", "shiptrack", "docs"], capture_output=True, text=True, check=True).stdout
    for file in [*package.rglob("*.py"), ROOT / "python/README.md"]:
        for page in re.findall(r"shiptrack docs ([\w.-]+\w)", file.read_text()):
            assert f'"name": "{page}"' in shown, f"{file}: {page}"
