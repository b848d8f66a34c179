"""Rows to document and back."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis.extra.django import TestCase

from tests.catalog.building import load, prompt
from tests.documents import documents
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.importing import ImportPlan, Outcome, Step, apply_import
from toolgroups_admin.catalog.mapping import objects_in
from toolgroups_admin.catalog.models import CatalogObject, MatcherRule, Prompt, Tool, ToolGroup
from toolgroups_admin.engine import canonical_text, fragments

QUERIES_OF_A_DRAFT = 7


def as_plan(document: dict[str, Any]) -> ImportPlan:
    """A plan for an empty catalog without the compiler's child, which would take most of the time."""
    return ImportPlan(
        tuple(Step(kind, identity, Outcome.CREATE, members, None) for kind, identity, members in objects_in(document))
    )


class RoundTrip(TestCase):
    """Properties over many documents; each example in a transaction of its own."""

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(documents())
    def test_a_canonical_document_comes_back_from_the_rows_as_it_went_in(self, document: dict[str, Any]) -> None:
        apply_import(as_plan(document), by=None)

        assert canonical_text(draft_document()) == canonical_text(document)

    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(documents())
    def test_the_rows_keep_the_digests_of_the_document(self, document: dict[str, Any]) -> None:
        apply_import(as_plan(document), by=None)

        assert digests_of_rows() == {(state.kind, state.identity): state.digest for state in fragments(document)}


def digests_of_rows() -> dict[tuple[str, str], str | None]:
    models: list[type[CatalogObject]] = [Tool, MatcherRule, ToolGroup, Prompt]
    return {(row.kind.value, row.identity): row.digest for model in models for row in model._default_manager.all()}


@pytest.mark.django_db
def test_numbers_and_member_order_of_free_json_are_kept_as_python_writes_them() -> None:
    load(prompts=[{"name": "p", "metadata": json.loads('{"z":1e2,"a":-0.0,"big":123456789012345678901234567890}')}])

    [kept] = draft_document()["prompts"]
    assert canonical_text(kept["metadata"]) == '{"z":100.0,"a":-0.0,"big":123456789012345678901234567890}'


@pytest.mark.django_db
def test_a_group_without_a_rule_stays_without_one_and_always_stays_explicit() -> None:
    load(groups=[{"name": "explicit", "matcher": {"kind": "always"}}, {"name": "silent"}])

    assert draft_document()["groups"] == [{"name": "explicit", "matcher": {"kind": "always"}}, {"name": "silent"}]


@pytest.mark.django_db
def test_an_empty_default_model_is_not_the_same_as_none() -> None:
    load(prompts=[{"name": "p", "default_model": ""}])

    assert prompt("p").default_model == ""


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 40])
def test_a_draft_of_any_size_takes_the_same_number_of_queries(size: int) -> None:
    tools = [{"key": f"t{number}"} for number in range(size)]
    keys = [tool["key"] for tool in tools]
    groups = [{"name": f"g{number}", "tools": keys} for number in range(size)]
    load(
        tools=tools,
        groups=groups,
        prompts=[{"name": "p", "tools": keys, "groups": [group["name"] for group in groups]}],
    )

    with CaptureQueriesContext(
        connection,
    ) as queries:
        draft_document()

    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) == QUERIES_OF_A_DRAFT
