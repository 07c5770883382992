"""Progress bars: labels and totals, also in notebooks."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

import shiptrack
from shiptrack import _progress
from shiptrack.testing import Scenario


def test_notebook_bar_accepts_a_new_total(monkeypatch: pytest.MonkeyPatch) -> None:
    import tqdm.auto

    resets: list[int | None] = []

    class Bar(tqdm.auto.tqdm):  # type: ignore[misc]
        """A notebook bar only accepts a new total with `reset`."""

        def reset(self, total: int | None = None) -> None:
            resets.append(total)
            super().reset(total)

    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    monkeypatch.setattr(sys, "stderr", screen := io.StringIO())
    shown = _progress.create(True, " items", "container")
    began = shown._bar.start_t  # type: ignore[attr-defined]
    for _ in range(3):
        shown(2, 6)
    assert resets == [6] and shown._bar.n == 6 and shown._bar.start_t == began  # type: ignore[attr-defined]
    shown.close()
    assert "container: 100%" in screen.getvalue() and "6/6" in screen.getvalue()


def test_every_bar_has_a_label(capsys: pytest.CaptureFixture[str]) -> None:
    with shiptrack.Service(worker=False) as service:
        client = service.client()
        request = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        service.settle(progress=True)
        client.tracking_requests.wait(request, progress=True)
        client.containers.list(progress=True).all()
        client.containers.table(progress=True)
    shown = capsys.readouterr().err
    for label in ("due work: ", "waiting: ", "container: "):
        assert label in shown, label


def test_pytest_plugin_is_loaded_lazily(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(
        "def test_arrival(shiptrack_service):\n"
        "    shiptrack_service.client().tracking_requests.create(bill_of_lading='TEST-TR-SUCCEEDED', scac='TEST')\n"
        "    shiptrack_service.advance(days=3)\n"
        "    assert shiptrack_service.events\n"
    )
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_errors_raise_the_documented_classes() -> None:
    for name in shiptrack.errors.__all__:
        assert issubclass(getattr(shiptrack.errors, name), shiptrack.ShiptrackError), name


def test_missing_tqdm_warns_how_to_install_it(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(shiptrack.ShiptrackWarning, match=r"shiptrack\[progress\]"):
        scenario.service.settle(progress=True)
    scenario.service.settle(progress=lambda done, total: None)
