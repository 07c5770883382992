"""What tests of programs that use shiptrack need: a fresh service on a clock that the test moves, and carriers that are
simulated (:class:`SimulatedCarrier`, and behind HTTP :class:`LoopbackCarrier`).

pytest finds ``shiptrack_service`` by itself, and a test can tell a story of weeks in milliseconds::

    def test_arrival(shiptrack_service):
        shiptrack_service.carrier.answer("MAEU123456789", facts=[{"version": 2, "event": {"movement": "departed"}}])
        client = shiptrack_service.client()
        ...
        shiptrack_service.advance(days=3)
"""

from shiptrack._scenario import START, Scenario, ScriptedCarrier
from shiptrack._simulated import ExpectedJourney, JourneyEvent, Journey, LoopbackCarrier, SimulatedCarrier

try:
    from shiptrack._pytest import shiptrack_service, shiptrack_simulator
except ImportError:  # there is no pytest
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
