"""Runs everything that a reader may copy: the README, the page of questions, the examples, the notebook."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shiptrack
from samples import pdf
from shiptrack.testing import START, Scenario

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "python/README.md").read_text()
HOW_TO = (ROOT / "core/docs/how-to-python.md").read_text()
EXAMPLES = ROOT / "python/examples"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
BLOCKS = FENCE.findall(README)
PROGRAMS = [
    pytest.param(page, code, id=f"{page}-{number}")
    for page, text in (("README.md", README), ("how-to-python.md", HOW_TO))
    for number, code in enumerate(code for language, code in FENCE.findall(text) if language == "python")
]


@pytest.mark.parametrize(("page", "code"), PROGRAMS)
def test_each_program_runs_alone(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Programs that read need a tracked shipment.
    with shiptrack.Service("tracking.db", worker=False) as service:
        requests = service.client().tracking_requests
        requests.wait(requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST"))
    exec(compile(code, page, "exec"), {})
    # A workbook is a ZIP archive.
    assert all(file.read_bytes().startswith(b"PK") for file in tmp_path.glob("*.xlsx"))


def test_each_question_has_a_program() -> None:
    questions = re.split(r"^## ", HOW_TO, flags=re.M)[1:]
    assert len(questions) == 22
    for question in questions:
        title = question.partition("\n")[0]
        assert title.endswith("?") and "```python\n" in question, title


def test_commands_of_the_readme(tmp_path: Path) -> None:
    commands = [line for language, code in BLOCKS if language == "sh" for line in code.splitlines() if line]
    shell = [line for line in commands if line.startswith("shiptrack ")]
    assert len(shell) >= 5 and all(line.startswith("pip install ") for line in set(commands) - set(shell))
    for line in shell:
        command = [sys.executable, "-W", "error", "-m", *line.split()]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert done.returncode == 0, (line, done.stderr)


def test_links_of_the_readme() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / "python" / target).exists() or target.startswith("https://"), target


def test_receiver_example_accepts_only_signed_posts(monkeypatch: pytest.MonkeyPatch, scenario: Scenario) -> None:
    import asyncio

    import httpx

    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "receiver", raising=False)
    import receiver  # type: ignore[import-not-found]

    secret = "whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29r"
    server = scenario.service.serve()
    monkeypatch.setenv("SHIPTRACK_WEBHOOK_SECRET", secret)
    monkeypatch.setenv("SHIPTRACK_BASE_URL", server.url)
    monkeypatch.setenv("SHIPTRACK_API_KEY", scenario.service.create_key("receiver").key.reveal())
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    body = scenario.events[0].notification.page.text.encode()
    headers = shiptrack.webhooks.sign(secret, body, id="n-1")
    posts = [
        (body, headers, 200),
        (body, headers, 200),
        (body, {}, 401),
        (body, {**headers, "webhook-signature": "v1,AAAA"}, 401),
        (body + b" ", headers, 401),
    ]

    async def post_all() -> list[httpx.Response]:
        transport = httpx.ASGITransport(receiver.app)
        async with receiver.app.router.lifespan_context(receiver.app):
            async with httpx.AsyncClient(transport=transport, base_url="http://receiver") as client:
                return [await client.post("/shiptrack", content=content, headers=fields) for content, fields, _ in posts]

    answers = asyncio.run(post_all())
    server.stop()
    assert [answer.status_code for answer in answers] == [status for _, _, status in posts]
    containers = [container.number for container in scenario.client().containers.list()]
    assert answers[0].json()["event"] == "tracking_request.succeeded" and len(receiver.seen) == 1
    assert sorted(answers[0].json()["containers"]) == sorted(containers) != []


def test_callbacks_example_accepts_only_signed_callbacks(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio
    import hashlib
    import hmac

    import httpx

    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "callbacks", raising=False)
    import callbacks  # type: ignore[import-not-found]

    digest = hmac.new(b"secret", b"[]", hashlib.sha256).hexdigest()
    headers = {"Subscription-ID": "7f5a", "Notification-Signature": f"sha256={digest}"}
    posts = [(headers, 204), (headers, 204), ({}, 400), ({**headers, "Notification-Signature": "sha256=" + "0" * 64}, 401)]

    async def post_all() -> list[int]:
        transport = httpx.ASGITransport(callbacks.app)
        async with callbacks.app.router.lifespan_context(callbacks.app):
            callbacks.app.state.service.subscribe_carrier("MAEU", called="7f5a", secret="c2VjcmV0")
            async with httpx.AsyncClient(transport=transport, base_url="http://door") as client:
                looked = await client.head("/carriers")
                sent = [await client.post("/carriers", content=b"[]", headers=fields) for fields, _ in posts]
                return [answer.status_code for answer in [looked, *sent]]

    assert asyncio.run(post_all()) == [204, *(status for _, status in posts)]


def test_pdf_extractor_example_reads_a_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import email.message

    import pdf_extractor  # type: ignore[import-not-found]

    message = email.message.EmailMessage()
    message["Subject"] = "Arrival notice"
    message.set_content("See the PDF.")
    message.add_attachment(pdf("Arrival notice", "Containers MSKU0308961 and MSCU1234567"), maintype="application", subtype="pdf", filename="a.pdf")
    with shiptrack.Service(clock=shiptrack.ManualClock(START), extractors=[pdf_extractor.read_pdf]) as service:
        service.ingest_email(message)
        document = service.client().documents.list(include="last_document_representation").first()
        assert document is not None and document.document_type == "arrival_notice"
        read = document.related("last_document_representation")
        assert isinstance(read, shiptrack.DocumentRepresentation) and read.payload is not None
        assert [(found["number"], found["place"]) for found in read.payload["containers"]] == [("MSKU0308961", {"line": 2})]


def test_edi_inbox_example_prints_timelines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import edi_inbox  # type: ignore[import-not-found]

    from test_edi import ORDER, QUAY

    (tmp_path / "quay.edi").write_bytes(QUAY.replace(b"BILL1'", b"BILL12345'"))
    (tmp_path / "order.edi").write_bytes(ORDER)
    edi_inbox.main(str(tmp_path))
    result = capsys.readouterr().out
    assert f"quay.edi was moved to {tmp_path / 'done' / 'quay.edi'}" in result and "COPRAR" in result
    assert "MSKU0308961" in result and "container.transport.vessel_discharged" in result


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_notebook_runs(tmp_path: Path) -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(EXAMPLES / "story.ipynb", as_version=4)
    env = {"PYDEVD_DISABLE_FILE_VALIDATION": "1", "IPYTHONDIR": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    os.environ.update(env)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    pictures = [output["data"].get("image/svg+xml") or output["data"].get("text/html", "") for output in shown]
    assert any("<svg" in picture and "late" in picture for picture in pictures)
    assert any("<table" in picture for picture in pictures)


def test_types_of_the_examples() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    cache = ["--cache-dir", str(ROOT / "target/python/mypy")]
    done = subprocess.run([*command, *cache, *map(str, EXAMPLES.glob("*.py"))], capture_output=True, text=True, cwd=EXAMPLES)
    assert done.returncode == 0, done.stdout


def test_stubs_match_the_package() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "shiptrack", "--mypy-config-file", str(ROOT / "pyproject.toml")]
    # `__all__` of a native module is not used, and `from` is named `from_` in a stub.
    allowed = ["--allowlist", str(Path(__file__).parent / "stubtest-allowed.txt")]
    done = subprocess.run([*command, *allowed], capture_output=True, text=True, cwd=ROOT / "target/python")
    assert done.returncode == 0, done.stdout
