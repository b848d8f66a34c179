"""Whatever a context holds, a rule has a verdict, evidence and blockers (field cases 9 to 11)."""

import copy
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.rules.ruling import all_of, any_of, condition, contains, matches, negated, ruling, shared
from toolgroups_admin.engine.context import ChatContext, RequestFacts
from toolgroups_admin.engine.rules.blockers import blockers_of
from toolgroups_admin.engine.rules.explaining import explain_tree

FIELDS = [
    *("account_id", "conversation_id", "bot_id", "turn_id", "model", "streaming", "request.url", "user_text"),
    *("system_text", "message_count", "attributes.x", "attributes.x.y", "attributes.x.0", "options.x"),
    *("request.headers.X-Y", "request.retry.x"),
]


class Hostile(dict[str, Any]):
    def __contains__(self, name: object) -> bool:
        raise RuntimeError("no")

    def __len__(self) -> int:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Text(str):
    def lower(self) -> str:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]


anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(st.characters(), max_size=8),
        st.binary(max_size=3),
        st.sampled_from([2**63, 2**70, "", " ", "\u3000", "\ud800", "1", "true", ...]),
        st.builds(Hostile),
        st.builds(Text),
        st.builds(lambda: 10**5000),
        st.builds(object),
        st.sets(st.integers(), max_size=2),
    ),
    lambda below: st.one_of(
        st.lists(below, max_size=3),
        st.lists(below, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(["x", "y", "x.y", "0", ""]), below, max_size=3),
    ),
    max_leaves=5,
)
values = st.one_of(st.booleans(), st.integers(), st.text(max_size=4), st.just([1, "a"]), st.just({"a": [1]}))
leaves = st.one_of(
    st.builds(condition, st.sampled_from(FIELDS), st.just("exists")),
    st.builds(condition, st.sampled_from(FIELDS), st.sampled_from(["equals", "contains"]), values),
    st.builds(condition, st.sampled_from(FIELDS), st.just("in"), st.lists(values, max_size=3)),
    st.builds(condition, st.sampled_from(FIELDS), st.sampled_from(["starts_with", "ends_with"]), st.text(max_size=2)),
    st.builds(condition, st.sampled_from(FIELDS), st.just("matches"), st.sampled_from(["a", "[a-z]+", "^$"])),
    st.builds(
        condition,
        st.sampled_from(FIELDS),
        st.sampled_from(["gt", "gte", "lt", "lte"]),
        st.sampled_from([0, 1.5, 2**63, "2026-01-01T00:00:00Z"]),
    ),
    st.builds(
        lambda by, percent: {"kind": "rollout", "by": by, "percent": percent, "salt": "s"},
        st.sampled_from(FIELDS),
        st.sampled_from([0, 50, 100]),
    ),
    st.builds(
        lambda words, ignore_case: contains(*words, ignore_case=ignore_case, scope="conversation"),
        st.lists(st.text(max_size=2), max_size=3),
        st.booleans(),
    ),
    st.builds(matches, st.sampled_from(["a", "[a-z]+", "^$"])),
    st.just({"kind": "schedule", "from": "2026-01-01T00:00:00Z", "timezone": "Asia/Shanghai"}),
    st.just({"kind": "python", "name": "looks", "args": {"deep": ["x"]}}),
    st.just(shared("r")),
)
rules = st.recursive(
    leaves,
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=3).map(lambda made: all_of(*made)),
        st.lists(below, min_size=1, max_size=3).map(lambda made: any_of(*made)),
        below.map(negated),
    ),
    max_leaves=4,
)
contents = st.one_of(
    st.none(),
    st.text(st.characters(), max_size=8),
    st.lists(st.sampled_from([{"type": "text", "text": "a"}, {"type": "text"}, {"type": "image"}]), max_size=2),
)
contexts = st.builds(
    lambda turns, one, other, now: ChatContext(
        prompt="p",
        messages=tuple({"role": role, "content": content} for role, content in turns),
        account_id=one,
        conversation_id=other,
        options={"model": other, "x": one},
        attributes={"x": one, "x.y": other} if one != "x" else {"x": other},
        request=RequestFacts(url=None, headers={"x-y": one}, retry={"x": other}),
        now=now,
    ),
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "system", "tool"]), contents), max_size=3),
    anything,
    anything,
    st.one_of(st.none(), st.datetimes(), st.datetimes(timezones=st.just(UTC)), st.just(datetime.max)),
)


def looks(context: ChatContext, deep: Any) -> bool:
    return bool(context.attributes["x"] == deep)


@settings(max_examples=400, deadline=None)
@given(rules, contexts)
def test_a_rule_has_a_verdict_evidence_and_blockers_whatever_the_context_holds(
    rule: dict[str, Any], context: ChatContext
) -> None:
    asked = ruling(rule, shared={"r": condition("attributes.x", "exists")}, looks=looks)
    judging = asked.judging(context)

    verdict = asked.rule.judge(judging)
    judging.explaining = True
    tree = explain_tree(asked.rule, judging)

    assert tree.verdict == {True: "true", False: "false", None: "unknown"}[verdict]
    assert bool(blockers_of(tree)) is (verdict is not True)


@settings(max_examples=100, deadline=None)
@given(rules, st.dictionaries(st.sampled_from(["x", "y"]), st.lists(st.integers(), max_size=2), max_size=2))
def test_judging_changes_nothing_in_the_context(rule: dict[str, Any], attributes: dict[str, Any]) -> None:
    context = ChatContext(prompt="p", messages=({"role": "user", "content": "a"},), attributes=attributes)
    before = copy.deepcopy(attributes)
    asked = ruling(rule, shared={"r": condition("attributes.x", "exists")}, looks=looks)

    asked.tree(context)

    assert context.attributes == before
    assert context.messages == ({"role": "user", "content": "a"},)
