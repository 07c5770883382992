"""Builds a program with PyInstaller, and runs it where no package is installed."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

PROGRAM = """
import io

import shiptrack

if __name__ == "__main__":
    shiptrack.serve_reader()
    with shiptrack.Service("tracking.db") as service:
        client = service.client()
        requests = client.tracking_requests
        print(requests.wait(requests.create(container="TEST-TR-SUCCEEDED", scac="TEST")).status)
        print(len(client.containers.table()))
    with shiptrack.Service("tracking.db", worker=False) as service:
        documents = service.client().documents
        notice = io.BytesIO(b"<h1>Arrival notice</h1><p>Container MSKU0308961</p>")
        uploaded = documents.upload(notice, name="notice.html", content_type="text/html")
        service.run_due()
        print(documents.get(uploaded.id).document_type)
"""


def test_frozen_program_runs_a_service(tmp_path: pathlib.Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    freeze = [sys.executable, "-m", "PyInstaller", "--onefile", "--log-level", "ERROR", "program.py"]
    subprocess.run(freeze, cwd=tmp_path, check=True, timeout=180)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    environment = {"PATH": os.defpath, "TMPDIR": str(unpacked)}
    ran = subprocess.run(
        [tmp_path / "dist" / "program"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stdout.split()) == (0, ["created", "2", "arrival_notice"]), ran
    assert not list(unpacked.iterdir()), "the reader process leaves no unpacked program"
