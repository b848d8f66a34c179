"""The 300 conformance cases, answered from rows: document, rows, document, engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.engine import Catalog, canonical_document, canonical_text, compile_catalog, parse_context, resolve

SUITE: dict[str, Any] = json.loads((Path(__file__).parents[1] / "engine" / "cases" / "agents_flex.json").read_bytes())


def answer(catalog: Catalog, context: Any) -> dict[str, Any]:
    resolution = resolve(catalog, parse_context(context))
    return {
        "hits": list(resolution.groups),
        "tools": [{"name": offer.tool.name, "key": offer.tool.key} for offer in resolution.offers],
        "messages": list(resolution.messages),
    }


@pytest.mark.django_db
def test_every_case_is_answered_from_rows_as_the_original_answers() -> None:
    apply_import(plan_import(SUITE["document"]), by=None)
    draft = draft_document()
    catalog = compile_catalog(draft)

    wrong = [case["id"] for case in SUITE["cases"] if answer(catalog, case["context"]) != case["expected"]]

    assert canonical_text(draft) == canonical_text(canonical_document(SUITE["document"]))
    assert len(SUITE["cases"]) == 300
    assert not wrong
