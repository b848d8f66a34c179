"""What an explanation says of whole groups (design §7)."""

from typing import Any

import pytest

from tests.engine.building import Json, catalog_of, condition, contains, group, says
from toolgroups_admin.engine import resolve
from toolgroups_admin.engine.resolution import ExplainedGroup

LISTED = condition("attributes.tags", "contains", 7)  # takes lists: found by the index through its element
WANTED = condition("attributes.plan", "equals", "premium")


@pytest.mark.parametrize(
    ("rule", "verdict", "blockers"),
    [
        (LISTED, "unknown", ("$",)),
        ({"kind": "any", "rules": [contains("天气"), LISTED]}, "unknown", ("$.rules[0]",)),
        ({"kind": "all", "rules": [LISTED, WANTED]}, "miss", ("$.rules[0]", "$.rules[1]")),
        ({"kind": "not", "rule": LISTED}, "unknown", ("$.rule",)),
        (WANTED, "miss", ("$",)),
    ],
)
def test_a_group_that_the_index_passes_over_is_unknown_where_its_rule_is(
    rule: Json, verdict: str, blockers: tuple[str, ...]
) -> None:
    explained = explained_group(rule, attributes={"tags": "a text, not a list"})

    assert (explained.verdict, explained.blockers) == (verdict, blockers)
    assert explained.tree.verdict == {"miss": "false"}.get(verdict, verdict)


def explained_group(rule: Json, **members: Any) -> ExplainedGroup:
    explanation = resolve(catalog_of(group("g", matcher=rule)), says("x", **members), explain=True).explanation
    assert explanation is not None
    return explanation.groups[0]


class Fickle(str):
    """A text that an interceptor might have put there, and that equals every other text once."""

    __slots__ = ("asked",)
    asked: int
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        self.asked += 1
        return self.asked == 1


def test_a_value_that_changes_while_it_is_explained_changes_no_verdict() -> None:
    fickle = Fickle("premium")
    fickle.asked = 0
    context = says("x").with_(attributes={"plan": fickle})

    resolution = resolve(catalog_of(group("g", matcher=WANTED)), context, explain=True)

    assert resolution.groups == ("g",)
    assert resolution.explanation is not None
    assert resolution.explanation.groups[0].tree.verdict == "true"
