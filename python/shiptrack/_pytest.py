"""The pytest plugin: the fixtures of :mod:`shiptrack.testing`, which are imported when a test uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import shiptrack


@pytest.fixture
def shiptrack_service() -> Iterator[shiptrack.testing.Scenario]:
    """A new ``shiptrack.testing.Scenario``: a service in memory, on a clock that the test moves."""
    from shiptrack._scenario import Scenario

    scenario = Scenario()
    yield scenario
    scenario.close()


@pytest.fixture
def shiptrack_simulator() -> Iterator[Callable[..., shiptrack.testing.LoopbackCarrier]]:
    """Opens ``shiptrack.testing.LoopbackCarrier``s with the arguments passed, and closes them after the test."""
    from shiptrack._simulated import LoopbackCarrier

    opened: list[LoopbackCarrier] = []

    def open_(*scenario: Any, **settings: Any) -> LoopbackCarrier:
        opened.append(LoopbackCarrier(*scenario, **settings))
        return opened[-1]

    yield open_
    for carrier in opened:
        carrier.close()
