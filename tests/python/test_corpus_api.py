"""Runs the API corpus from Python; see `tests/corpus/README.md`.

Every case is played in four homes: `process` and `http` send each request as it is, to the service itself and to its server;
`embedded` and `client` send it through a client, in process and over HTTP. What a client cannot say goes as in the first two,
and is counted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from corpus_api import CASES, Stage, play

HOMES = {"process": "process", "http": "http", "embedded": "process", "client": "http"}
PLAYS = [(case, home) for home, kind in HOMES.items() for case in CASES if kind in case.get("homes", HOMES)]

played: Counter[str] = Counter()
through_client: Counter[str] = Counter()
raw: dict[str, Counter[str]] = {"embedded": Counter(), "client": Counter()}


@pytest.mark.parametrize(("case", "home"), PLAYS, ids=[f"{case['name']}-{home}" for case, home in PLAYS])
def test_case_gives_expected_responses(case: dict[str, Any], home: str) -> None:
    stage = Stage(home)
    try:
        play(case, stage)
    finally:
        stage.close()
    played[home] += 1
    through_client[home] += stage.sent
    if home in raw:
        raw[home] += stage.sent_raw


CANNOT_BE_SAID = {
    "client": {
        "a body that is no JSON",
        "another media type",
        "a path outside of the interface",
        "a pause so short that the client waits it out",
        "no key, or none that can be one",
    },
    "embedded": {
        "a body that is no JSON",
        "a key: a client in process has none",
        "another media type",
        "a path outside of the interface",
        "limits: a client in process has none",
        "no key, or none that can be one",
    },
}


def test_cases_run_through_the_client() -> None:
    if sum(played.values()) < len(PLAYS):
        pytest.skip("not all cases were played")
    asks = sum("ask" in step for case, home in PLAYS if home == "client" for step in case["steps"])
    for home, known in CANNOT_BE_SAID.items():
        print(home, dict(raw[home]), "of", asks)
        assert set(raw[home]) == known
        assert through_client[home] > 0.85 * asks > 300
