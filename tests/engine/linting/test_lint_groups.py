"""Groups without a rule, disabled ones, and prompts that repeat each other."""

import pytest

from tests.engine.linting.linted import ALWAYS, document, findings, group, paths
from toolgroups_admin.engine.linting.groups import sentences

ROLE = "You are the service desk of a shop."


def test_a_group_without_a_rule_beside_one_with_a_rule() -> None:
    [finding] = findings(document(group("a", matcher=None), group("b")), "group_without_matcher")

    assert (finding.path, finding.identity) == ("$.groups[0].matcher", "a")
    assert "“service”" in finding.message


def test_it_is_told_once_however_many_prompts_have_it() -> None:
    linted = document(group("a", matcher=None), group("b"))
    linted["prompts"].append({"name": "other", "groups": ["b", "a"]})

    assert len(paths(linted, "group_without_matcher")) == 1


def test_groups_without_a_rule_among_themselves_are_meant() -> None:
    assert not paths(document(group("a", matcher=None), group("b", matcher=None)), "group_without_matcher")


def test_a_group_that_says_always_is_meant() -> None:
    assert not paths(document(group("a", matcher=ALWAYS), group("b")), "group_without_matcher")


def test_a_disabled_group_without_a_rule_is_not_told() -> None:
    assert not paths(document(group("a", matcher=None, enabled=False), group("b")), "group_without_matcher")


def test_a_group_without_a_rule_in_another_prompt_is_not_beside() -> None:
    linted = document(group("a", matcher=None), group("b"), prompt={"groups": ["a"]})
    linted["prompts"].append({"name": "other", "groups": ["b"]})

    assert not paths(linted, "group_without_matcher")


def test_a_group_that_brings_nothing_where_it_hits() -> None:
    [finding] = findings(document(group("a", system_prompt=" "), group("b", "t"), group("c")), "group_empty")

    assert (finding.path, finding.identity) == ("$.groups[0].tools", "a")


def test_an_empty_group_that_is_disabled_or_in_no_prompt_is_not_told() -> None:
    assert not paths(document(group("a", enabled=False, system_prompt="")), "group_empty")
    assert not paths(document(group("a", system_prompt=""), prompt={"groups": []}), "group_empty")


def test_a_disabled_group_that_prompts_list() -> None:
    [finding] = findings(document(group("a", enabled=False)), "group_disabled")

    assert finding.path == "$.groups[0].enabled"
    assert finding.params == {"prompts": 1}


def test_a_disabled_group_that_no_prompt_lists_is_unused_only() -> None:
    linted = document(group("a", enabled=False), prompt={"groups": []})

    assert not paths(linted, "group_disabled")
    assert paths(linted, "group_unused")


@pytest.mark.parametrize(
    ("own", "again", "told"),
    [
        pytest.param(ROLE, f"{ROLE} Ask for the order's number.", True, id="the first sentence"),
        pytest.param(f"Be kind. {ROLE}", f"Ask.\n{ROLE}", True, id="in another line"),
        pytest.param("你是一名客服助手。请准确回答。", "你是一名客服助手。查询订单。", True, id="in Chinese"),
        pytest.param(ROLE, "You are the service desk of a bank.", False, id="another sentence"),
        pytest.param("Be kind. Be brief.", "Be kind. Ask for the number.", False, id="a few words only"),
        pytest.param("", ROLE, False, id="nothing of its own"),
        pytest.param(ROLE, "", False, id="nothing further"),
    ],
)
def test_a_system_prompt_that_says_the_same_again(own: str, again: str, *, told: bool) -> None:
    linted = document(group("a", system_prompt=again), prompt={"system_message": own})

    assert paths(linted, "system_prompt_repeats") == (["$.groups[0].system_prompt"] if told else [])


def test_a_repetition_is_told_once_with_the_sentence_and_the_prompt() -> None:
    twice = f"{ROLE} Always answer in the customer's language."
    [finding] = findings(
        document(group("a", system_prompt=twice), prompt={"system_message": twice}), "system_prompt_repeats"
    )

    assert finding.params == {"sentence": ROLE.rstrip("."), "prompt": "service"}


def test_a_prompt_that_has_not_the_group_is_not_repeated() -> None:
    linted = document(group("a", system_prompt=ROLE), prompt={"groups": [], "system_message": ROLE})

    assert not paths(linted, "system_prompt_repeats")


def test_sentences_end_at_marks_not_within_numbers() -> None:
    text = "Version 3.11 of the  tools counts! 你是一名客服助手；so"

    assert list(sentences(text)) == ["Version 3.11 of the tools counts", "你是一名客服助手", "so"]
