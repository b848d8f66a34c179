"""Facts without which a rule is not true, and how an index uses them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.rules.ruling import (
    TRUE,
    Ruling,
    all_of,
    any_of,
    condition,
    contains,
    matches,
    negated,
    ruling,
    says,
    shared,
)
from toolgroups_admin.engine.context import ChatContext
from toolgroups_admin.engine.judging import Judging
from toolgroups_admin.engine.rule import NO_POPULARITY, AccessKey, KeywordKey, ValueKey
from toolgroups_admin.engine.rules.fields import values_for_index


def keys_of(rule: dict[str, Any], **members: Any) -> set[AccessKey] | None:
    return as_set(ruling(rule, **members).rule.access_keys(NO_POPULARITY))


def as_set(keys: frozenset[AccessKey] | None) -> set[AccessKey] | None:
    return None if keys is None else set(keys)


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        (contains("A", "a", "b"), {KeywordKey("last_user", 0), KeywordKey("last_user", 1)}),
        (contains("a", scope="conversation"), {KeywordKey("conversation", 0)}),
        (contains("a", scope="last_n_user", n=2), {KeywordKey("all_user", 0)}),
        (contains(" "), set()),
        (matches("abc", scope="all_user"), {KeywordKey("all_user", 0)}),
        (matches("[^a]"), None),
        (condition("attributes.x", "equals", "A"), {ValueKey("attributes.x", "a")}),
        (condition("attributes.x", "equals", 1), {ValueKey("attributes.x", 1)}),
        (condition("attributes.x", "equals", [1]), None),
        (
            condition("attributes.x", "in", ["A", True]),
            {ValueKey("attributes.x", "a"), ValueKey("attributes.x", value=True)},
        ),
        (condition("attributes.x", "in", ["A", {}]), None),
        (condition("attributes.x", "in", []), set()),
        (condition("attributes.x", "contains", 1), {ValueKey("attributes.x", 1)}),
        (condition("attributes.x", "contains", [1]), None),
        (condition("attributes.x", "contains", "a"), None),
        (condition("attributes.x", "starts_with", "a"), None),
        (condition("attributes.x", "exists"), None),
        (condition("attributes.x", "gt", 1), None),
        (condition("user_text", "equals", "Hi"), {ValueKey("user_text", "hi")}),
        (condition("user_text", "contains", "Hi"), {KeywordKey("last_user", 0)}),
        (condition("user_text", "starts_with", "Hi"), {KeywordKey("last_user", 0)}),
        (condition("user_text", "ends_with", ""), None),
        (condition("user_text", "matches", "abc"), {KeywordKey("last_user", 0)}),
        (condition("user_text", "matches", "[^a]"), None),
        ({"kind": "rollout", "percent": 0, "by": "account_id", "salt": "s"}, set()),
        ({"kind": "rollout", "percent": 1, "by": "account_id", "salt": "s"}, None),
        (TRUE, None),
        (negated(contains("a")), None),
        (any_of(contains("a"), contains("b")), {KeywordKey("last_user", 0), KeywordKey("last_user", 1)}),
        (any_of(contains("a"), TRUE), None),
        (all_of(TRUE, negated(TRUE)), None),
        (all_of(TRUE, contains("a", "b"), contains("c")), {KeywordKey("last_user", 2)}),
        (all_of(contains("a"), contains(" ")), set()),
    ],
)
def test_keys_of(rule: dict[str, Any], keys: set[AccessKey] | None) -> None:
    assert keys_of(rule) == keys


def test_all_takes_the_child_whose_keys_the_fewest_groups_share() -> None:
    asked = ruling(all_of(contains("common"), contains("rare", "also rare")))
    common, rare, also_rare = (KeywordKey("last_user", number) for number in range(3))

    assert as_set(asked.rule.access_keys({common: 9, rare: 1, also_rare: 1})) == {rare, also_rare}
    assert as_set(asked.rule.access_keys({common: 1, rare: 1, also_rare: 1})) == {common}
    assert set(asked.rule.leaf_keys()) == {common, rare, also_rare}


def test_a_reference_has_the_keys_of_its_rule_and_not_has_none() -> None:
    assert keys_of(shared("r"), shared={"r": contains("a")}) == {KeywordKey("last_user", 0)}
    assert list(ruling(negated(contains("a"))).rule.leaf_keys()) == []
    assert list(ruling(TRUE).rule.leaf_keys()) == []


def test_words_that_only_an_explanation_needs_stay_out_of_the_vocabulary() -> None:
    asked = ruling(condition("attributes.x", "contains", "a"))

    assert asked.judging(says("a")).texts("last_user")[0].found == frozenset()


WORDS = ["a", "B", "ab", "Σ", "ΑΣ", "ασα", "İ", "i", "ß", "SS", "订单", "天气", " a "]
SCALARS: list[Any] = [0, 1, 1.0, True, False, "1", "true", 2**63, *WORDS]
texts = st.lists(st.sampled_from([*WORDS, " ", "\ud800"]), max_size=6).map("".join)
attributes = st.one_of(
    st.sampled_from([None, float("nan"), [], {}, (), object(), {1}, 2**70, *SCALARS]),
    st.lists(st.one_of(st.sampled_from(SCALARS), st.just([]), st.just({})), max_size=3),
)
cases = st.booleans()
leaf_rules = st.one_of(
    st.builds(
        lambda words, ignore_case, scope: contains(*words, ignore_case=ignore_case, **scope),
        st.lists(st.sampled_from([*WORDS, " "]), max_size=3),
        cases,
        st.sampled_from([{}, {"scope": "all_user"}, {"scope": "last_n_user", "n": 2}, {"scope": "conversation"}]),
    ),
    st.builds(matches, st.sampled_from(["a", "ab", "[ab]B", "订单", "(?i)ab"])),
    st.builds(
        lambda field, op, value, ignore_case: condition(field, op, value, ignore_case=ignore_case),
        st.sampled_from(["attributes.x", "user_text", "model"]),
        st.sampled_from(["equals", "contains"]),
        st.sampled_from([*SCALARS, [1], {}]),
        cases,
    ),
    st.builds(
        lambda field, value, ignore_case: condition(field, "in", value, ignore_case=ignore_case),
        st.sampled_from(["attributes.x", "user_text"]),
        st.lists(st.sampled_from([*SCALARS, [1]]), max_size=3),
        cases,
    ),
    st.builds(
        lambda op, value, ignore_case: condition("user_text", op, value, ignore_case=ignore_case),
        st.sampled_from(["starts_with", "ends_with", "matches"]),
        st.sampled_from(["", *WORDS]),
        cases,
    ),
    st.just(TRUE),
)
rules = st.recursive(
    leaf_rules,
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=3).map(lambda made: all_of(*made)),
        st.lists(below, min_size=1, max_size=3).map(lambda made: any_of(*made)),
        below.map(negated),
    ),
    max_leaves=6,
)
contexts = st.builds(
    lambda turns, x, model: ChatContext(
        prompt="p",
        messages=tuple({"role": role, "content": text} for role, text in turns),
        attributes={"x": x},
        options={"model": model},
    ),
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "system"]), st.one_of(st.none(), texts)), max_size=4),
    attributes,
    st.sampled_from([None, " ", *WORDS]),
)


def holds(key: AccessKey, judging: Judging) -> bool:
    if isinstance(key, KeywordKey):
        return any(key.literal in text.found for text in judging.texts(key.scope))
    return key.value in list(values_for_index(judging, key.field))


@settings(max_examples=400, deadline=None)
@given(rules, contexts)
def test_a_rule_is_true_only_where_one_of_its_keys_holds(rule: dict[str, Any], context: ChatContext) -> None:
    asked: Ruling = ruling(rule)
    judging = asked.judging(context)
    keys = asked.rule.access_keys(NO_POPULARITY)

    if asked.rule.judge(judging) is True and keys is not None:
        assert any(holds(key, judging) for key in keys)
