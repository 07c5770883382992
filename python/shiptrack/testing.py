"""Tools for tests of programs that use shiptrack: a service on a clock that the test moves (:class:`Scenario`), and simulated
carriers (:class:`SimulatedCarrier`, and over HTTP :class:`LoopbackCarrier`).

pytest finds the fixture ``shiptrack_service`` automatically. A test can simulate weeks in milliseconds::

    def test_arrival(shiptrack_service):
        shiptrack_service.carrier.answer("MAEU123456789", facts=[{"event": {"movement": "departed"}}])
        client = shiptrack_service.client()
        ...
        shiptrack_service.advance(days=3)
"""

from shiptrack._scenario import START, Scenario, ScriptedCarrier
from shiptrack._simulated import ExpectedJourney, JourneyEvent, Journey, LoopbackCarrier, SimulatedCarrier

try:
    from shiptrack._pytest import shiptrack_service, shiptrack_simulator
except ImportError:  # pytest is not installed
    pass

__all__ = [
    "START",
    "ExpectedJourney",
    "JourneyEvent",
    "Journey",
    "LoopbackCarrier",
    "Scenario",
    "ScriptedCarrier",
    "SimulatedCarrier",
    "shiptrack_service",
    "shiptrack_simulator",
]
