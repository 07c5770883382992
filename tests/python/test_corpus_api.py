"""Runs the API corpus from Python; see `tests/corpus/README.md`.

Every case runs in four ways. `process` and `http` send each request unchanged to the service and to its server. `embedded` and
`client` send it through a client, in process and over HTTP. A request that a client cannot send is sent as in the first two
ways and counted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from corpus_api import CASES, CaseRunner, run_case

MODES = {"process": "process", "http": "http", "embedded": "process", "client": "http"}
RUNS = [(case, mode) for mode, home in MODES.items() for case in CASES if home in case.get("homes", MODES)]

completed: Counter[str] = Counter()
through_client: Counter[str] = Counter()
raw: dict[str, Counter[str]] = {"embedded": Counter(), "client": Counter()}


@pytest.mark.parametrize(("case", "mode"), RUNS, ids=[f"{case['name']}-{mode}" for case, mode in RUNS])
def test_case_gives_expected_responses(case: dict[str, Any], mode: str) -> None:
    runner = CaseRunner(mode)
    try:
        run_case(case, runner)
    finally:
        runner.close()
    completed[mode] += 1
    through_client[mode] += runner.sent
    if mode in raw:
        raw[mode] += runner.sent_raw


REASONS_FOR_RAW_REQUESTS = {
    "client": {
        "the body is not JSON",
        "the media type is different",
        "the path is outside the API",
        "the pause is so short that the client waits",
        "the key is missing or malformed",
    },
    "embedded": {
        "the body is not JSON",
        "a client in process has no key",
        "the media type is different",
        "the path is outside the API",
        "a client in process has no limits",
        "the key is missing or malformed",
    },
}


def test_cases_run_through_the_client() -> None:
    if sum(completed.values()) < len(RUNS):
        pytest.skip("not all cases were run")
    requests = sum("ask" in step for case, mode in RUNS if mode == "client" for step in case["steps"])
    for mode, known in REASONS_FOR_RAW_REQUESTS.items():
        print(mode, dict(raw[mode]), "of", requests)
        assert set(raw[mode]) == known
        assert through_client[mode] > 0.85 * requests > 300
