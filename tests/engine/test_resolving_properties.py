"""What holds for any document and any context."""

import copy
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine import oracle
from tests.engine.strategies import contexts, documents
from toolgroups_admin.engine import (
    EngineError,
    Resolution,
    UnknownGroup,
    UnknownPrompt,
    UnknownTool,
    compile_catalog,
    explanation_json,
    parse_context,
    resolve,
)


@settings(max_examples=300, deadline=None)
@given(documents(), contexts())
def test_the_index_finds_what_the_plain_evaluator_finds(document: dict[str, Any], context: dict[str, Any]) -> None:
    catalog = compile_catalog(document)

    hits = resolve(catalog, parse_context(context)).groups

    assert list(hits) == oracle.hits_of(document, context)


@settings(max_examples=150, deadline=None)
@given(documents(), contexts())
def test_an_explanation_never_changes_a_verdict(document: dict[str, Any], context: dict[str, Any]) -> None:
    catalog = compile_catalog(document)

    plain = resolve(catalog, parse_context(context))
    explained = resolve(catalog, parse_context(context), explain=True)

    assert answer(explained) == answer(plain)
    assert explained.explanation is not None
    for group in explanation_json(explained.explanation)["groups"]:
        assert (group["verdict"] == "hit") == (group["name"] in plain.groups)
        assert (group["tree"]["verdict"] == "true") == (group["verdict"] == "hit")
        assert group["verdict"] in ("hit", "disabled") or group["blockers"]


@settings(max_examples=100, deadline=None)
@given(documents(), contexts())
def test_resolving_never_changes_its_input(document: dict[str, Any], context: dict[str, Any]) -> None:
    before = copy.deepcopy((document, context))

    resolve(compile_catalog(document), parse_context(context), explain=True)

    assert (document, context) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=120, deadline=None)
@given(
    documents(),
    st.fixed_dictionaries(
        {"prompt": st.just("p")},
        optional={
            "messages": st.lists(
                st.fixed_dictionaries({"role": st.just("user"), "content": st.text() | st.none()}), max_size=2
            ),
            "attributes": st.dictionaries(st.sampled_from(["plan", "tags"]), JSON),
            "options": st.dictionaries(st.sampled_from(["model", "x"]), JSON),
            "account_id": st.text() | st.integers() | st.floats(),
            "tools": st.lists(st.sampled_from(["tool-group-0", "nobody"]), max_size=2),
            "groups": st.lists(st.sampled_from(["group-0", "nobody"]), max_size=2),
        },
    ),
)
def test_whatever_the_context_only_unknown_names_are_raised(document: dict[str, Any], data: dict[str, Any]) -> None:
    catalog = compile_catalog(document)
    try:
        context = parse_context(data)
    except EngineError:
        return

    with suppress(UnknownPrompt, UnknownTool, UnknownGroup):
        resolve(catalog, context, explain=True)


def answer(resolution: Resolution) -> tuple[Any, ...]:
    """What a caller gets, reasons apart."""
    offers = [(offer.tool.key, offer.source, offer.replaced) for offer in resolution.offers]
    return resolution.groups, offers, resolution.messages, resolution.system_prompt, resolution.warnings
