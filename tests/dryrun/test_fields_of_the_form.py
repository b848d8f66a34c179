"""The fields of the form beyond the conversation, and what is suggested for them."""

from typing import Any

import pytest
from django.test import Client

from tests.dryrun.asking import PAGE, Fields, asked, hits, says, words
from tests.engine.building import condition, contains, document, group, tool
from toolgroups_admin.dryrun.contexts import context_of
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.dryrun.suggesting import suggestions_of
from toolgroups_admin.dryrun.typed import Typed
from toolgroups_admin.engine import compile_catalog


@pytest.mark.parametrize(
    ("typed", "member", "value"),
    [
        (Typed(conversation="12", conversation_type="number"), "conversation_id", 12),
        (Typed(bot="b"), "bot_id", "b"),
        (Typed(turn="7"), "turn_id", "7"),
        (Typed(streaming=True), "streaming", True),
        (Typed(now="2026-11-30T09:00:00+08:00"), "now", "2026-11-30T09:00:00+08:00"),
        (Typed(groups="a, b"), "groups", ["a", "b"]),
        (Typed(tools='["a,b"]'), "tools", ["a,b"]),
        (Typed(tool_choice="none"), "tool_choice", "none"),
        (Typed(tool_choice="get_order"), "tool_choice", {"tool": "get_order"}),
    ],
)
def test_a_field_gives_its_member(typed: Typed, member: str, value: Any) -> None:
    context, faults = context_of(typed)

    assert (context[member], faults) == (value, [])


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        (says("x", now="yesterday"), "now", ["$.now", "yesterday"]),
        (says("x", tools="gone"), "tools", ["gone"]),
        (says("x", groups="gone"), "groups", ["gone"]),
        (says("x", groups="[1"), "groups", ["[1"]),
        (says("x", bot="1x", bot_type="number"), "bot", ["1x"]),
        (says("x", further='{"now": "x"}', tools="get_order"), "further", ["$.now"]),
    ],
)
def test_a_fault_stands_beside_its_field(
    browser: Client, demo: Any, fields: Fields, field: str, said: list[str]
) -> None:
    found = words(asked(browser, fields), field)

    assert all(word in found for word in said)


def test_a_tool_by_key_and_the_time_are_taken(browser: Client, demo: Any) -> None:
    page = asked(browser, says("x", tools="get_order", now="2026-11-30T09:00:00+08:00", streaming="1"))

    assert page.answer is not None
    assert "get_order" in [tool.name for tool in page.answer.tools]
    assert page.answer.trial.context.streaming
    assert hits(page) == ["basic"]


def test_names_are_suggested_from_the_rules_in_use(browser: Client, demo: Any) -> None:
    page = browser.get(PAGE).content.decode()

    assert '<option value="analysisEnabled">' in page
    assert 'list="dry-attribute-names"' in page


def test_every_place_of_a_rule_is_looked_at() -> None:
    inner = {"kind": "not", "rule": {"kind": "any", "rules": [condition("request.headers.x-tier", "exists")]}}
    expression = {"kind": "expression", "expression": 'has(ctx.attributes.region) && ctx.attributes.region == "eu"'}
    rollout = {"kind": "rollout", "percent": 5, "by": "attributes.seed", "salt": "s"}
    model = condition("model", "in", ["a", "b"])
    written = document(
        group("one", tool("t"), matcher={"kind": "all", "rules": [inner, expression, rollout, model, contains("x")]})
    )

    found = suggestions_of(Compiled(written, compile_catalog(written)))

    assert found.attributes == ("region", "seed")
    assert (found.headers, found.models) == (("x-tier",), ("a", "b"))
    assert (found.groups, found.tools) == (("one",), ("t",))
