"""The golden cases: one behaviour a file, with document, context and answer written from the contracts."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from toolgroups_admin.engine import Resolution, compile_catalog, parse_context, resolve

CASES = sorted((Path(__file__).parent / "cases" / "golden").glob("*.json"))


def answer_of(resolution: Resolution) -> dict[str, Any]:
    return {
        "hits": list(resolution.groups),
        "tools": [{"name": o.tool.name, "key": o.tool.key, "source": o.source} for o in resolution.offers],
        "messages": list(resolution.messages),
        "system_prompt": resolution.system_prompt,
        "tool_choice": resolution.tool_choice,
        "warnings": [notice.code for notice in resolution.warnings],
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_engine_answers_as_the_case_says(path: Path) -> None:
    case = json.loads(path.read_bytes())

    resolution = resolve(compile_catalog(case["document"]), parse_context(case["context"]))

    assert answer_of(resolution) == case["answer"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_explaining_and_resolving_leave_the_case_as_it_was(path: Path) -> None:
    case = json.loads(path.read_bytes())

    resolution = resolve(compile_catalog(case["document"]), parse_context(case["context"]), explain=True)

    assert answer_of(resolution) == case["answer"]
    assert case == json.loads(path.read_bytes())


def test_every_case_states_its_own_behaviour() -> None:
    behaviours = Counter(json.loads(path.read_bytes())["behaviour"] for path in CASES)

    assert len(CASES) >= 40
    assert max(behaviours.values()) == 1
