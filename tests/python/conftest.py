"""Fixtures of all Python tests. The tests use the installed package, not the source tree."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import shiptrack
from shiptrack.testing import Scenario

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))


def pytest_configure() -> None:
    """Checks that the installed package is tested."""
    where = pathlib.Path(shiptrack.__file__).resolve()
    assert ROOT / "python" not in where.parents, f"the tests run from the source tree: {where}"


@pytest.fixture
def scenario(shiptrack_service: Scenario) -> Scenario:
    return shiptrack_service


@pytest.fixture(params=["embedded", "http"])
def client(request: Any, scenario: Scenario) -> Iterator[shiptrack.Client]:
    """A client of the same service, in process and over HTTP."""
    if request.param == "embedded":
        yield scenario.client()
        return
    key = scenario.service.create_key("tests").key.reveal()
    with scenario.service.serve() as server, shiptrack.Client(key, server.url) as client:
        yield client
