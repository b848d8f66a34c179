"""300 cases whose answers were computed by the original Java classes."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from toolgroups_admin.engine import Catalog, compile_catalog, parse_context, resolve

COPY = Path(__file__).parent / "cases" / "agents_flex.json"
SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "agents_flex.json"
SUITE: dict[str, Any] = json.loads(COPY.read_bytes())


@cache
def catalog() -> Catalog:
    return compile_catalog(SUITE["document"])


@pytest.mark.parametrize("case", SUITE["cases"], ids=lambda case: case["id"])
def test_the_engine_answers_as_the_original(case: dict[str, Any]) -> None:
    resolution = resolve(catalog(), parse_context(case["context"]))

    assert {
        "hits": list(resolution.groups),
        "tools": [{"name": offer.tool.name, "key": offer.tool.key} for offer in resolution.offers],
        "messages": list(resolution.messages),
    } == case["expected"]


def test_there_are_300_cases() -> None:
    assert len({case["id"] for case in SUITE["cases"]}) == 300


@pytest.mark.skipif(not SHARED.is_file(), reason="the shared conformance file is not beside this repository")
def test_the_copy_is_the_shared_file() -> None:
    assert COPY.read_bytes() == SHARED.read_bytes()
