"""What pytest finds when shiptrack is installed: the fixture of :mod:`shiptrack.testing`, loaded when a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from shiptrack.testing import Scenario


@pytest.fixture
def shiptrack_service() -> Iterator[Scenario]:
    """A fresh ``shiptrack.testing.Scenario``: a service in memory, on a clock that the test moves."""
    from shiptrack.testing import Scenario

    scenario = Scenario()
    yield scenario
    scenario.close()
