"""Trying a rule while it is edited: verdicts and faults by node, also of a rule that is half built."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.catalog.building import ALWAYS, contains, load, shared
from tests.documents import VALUES, rule_trees
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.catalog.trying import PROMPT, EditedRule, Trial, try_rule
from toolgroups_admin.engine import ChatContext

ACCOUNT = {"kind": "condition", "field": "account_id", "op": "exists"}
FAULTY = {"kind": "prompt_matches", "pattern": "("}


def tried(tree: Any, text: str = "", *, kind: Kind = Kind.GROUP, identity: str = "", **context: Any) -> Trial:
    says = ChatContext(prompt=PROMPT, messages=({"role": "user", "content": text},), **context)
    return try_rule(EditedRule(kind, identity, tree), says)


def verdicts(trial: Trial) -> dict[str, str]:
    return {node.path: node.explained.verdict for node in trial.nodes}


def places(trial: Trial) -> list[tuple[str, str]]:
    return [(placed.node, placed.member) for placed in trial.faults]


@pytest.mark.django_db
def test_each_node_has_its_verdict_by_its_path_whatever_ids_there_are() -> None:
    rule = {"kind": "all", "id": "x", "rules": [ACCOUNT, {"kind": "not", "rule": {**contains("rain"), "id": "y"}}]}

    trial = tried(rule, "rain?", account_id="u1")

    assert trial.verdict == "miss"
    assert verdicts(trial) == {
        "$": "false",
        "$.rules[0]": "true",
        "$.rules[1]": "false",
        "$.rules[1].rule": "true",
    }
    assert [node.path for node in trial.nodes if node.is_blocker] == ["$.rules[1].rule"]


@pytest.mark.django_db
def test_a_node_with_a_fault_is_unknown_and_in_nobodys_way() -> None:
    trial = tried({"kind": "any", "rules": [FAULTY, contains("rain")]}, "rain?")

    assert trial.verdict == "hit"
    assert places(trial) == [("$.rules[0]", "pattern")]
    assert verdicts(trial)["$.rules[0]"] == "unknown"


@pytest.mark.django_db
def test_faults_of_every_kind_are_told_at_once_at_their_nodes() -> None:
    unshaped = {"kind": "rollout", "percent": 1, "by": "model", "salt": "s", "extra": 1}
    empty: Any = {"kind": "any", "rules": []}

    trial = tried({"kind": "all", "rules": [unshaped, FAULTY, {"kind": "not", "rule": FAULTY}, empty]})

    assert sorted(places(trial)) == [
        ("$.rules[0]", "extra"),
        ("$.rules[1]", "pattern"),
        ("$.rules[2].rule", "pattern"),
        ("$.rules[3]", "rules"),
    ]
    assert trial.verdict == "unknown"


@pytest.mark.django_db
def test_a_shared_rule_of_the_draft_is_judged_and_told_by_its_leaf() -> None:
    load(rules=[{"name": "rainy", "definition": {"kind": "any", "rules": [contains("snow"), contains("rain")]}}])

    [node] = tried(shared("rainy"), "rain?").nodes

    assert node.explained.verdict == "true"
    assert node.leaf_rule == contains("rain")


@pytest.mark.django_db
def test_a_circle_through_other_rules_is_told_at_the_root() -> None:
    load(rules=[{"name": "a", "definition": contains("x")}, {"name": "b", "definition": shared("a")}])

    trial = tried(shared("b"), kind=Kind.RULE, identity="a")

    assert ("$", "") in places(trial)


@pytest.mark.django_db
@pytest.mark.parametrize("tree", [None, 1, [], "x", {}, {"kind": "not"}, {"kind": "all", "rules": 3}])
def test_what_is_no_rule_is_told_and_not_judged(tree: Any) -> None:
    trial = tried(tree)

    assert trial.verdict in (None, "unknown")


@pytest.mark.django_db
def test_a_rule_that_is_nested_too_deeply_is_refused_without_being_walked() -> None:
    tree: Any = contains("x")
    for _level in range(300):
        tree = {"kind": "not", "rule": tree}

    trial = tried(tree)

    assert trial.nodes == ()
    assert {placed.fault.code for placed in trial.faults} == {"too_deep"}


@pytest.mark.django_db
def test_a_rule_that_nothing_rules_out_beforehand_is_called_so() -> None:
    assert tried(contains("rain")).is_indexed
    assert not tried({"kind": "not", "rule": contains("rain")}).is_indexed


class AnyTree(TestCase):
    """Whatever is in the editor, the server answers."""

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(rule_trees())
    def test_a_legal_rule_has_no_fault_and_a_verdict_for_every_node(self, tree: Any) -> None:
        trial = tried(tree, "天气")

        assert trial.faults == ()
        assert len(trial.nodes) == json.dumps(tree).count('"kind"')

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.one_of(VALUES, st.fixed_dictionaries({"kind": st.sampled_from(["all", "any"]), "rules": st.lists(VALUES)}))
    )
    def test_any_json_is_answered(self, tree: Any) -> None:
        trial = tried(tree)

        assert trial.verdict is None or trial.nodes


def ask(browser: Client, **asked: Any) -> Any:
    question = {"kind": "group", "rule": "", "context": "{}", **asked}
    return browser.post("/admin/catalog/rules/try/", json.dumps(question), content_type="application/json")


def test_the_answer_has_the_summary_and_reasons_in_the_language_of_the_page(ada: User) -> None:
    context = json.dumps({"messages": [{"role": "user", "content": "订单呢"}]})
    answers = {}
    for language in ("en", "zh-hans"):
        browser = Client(headers={"accept-language": language})
        browser.force_login(ada)
        answers[language] = ask(browser, rule=json.dumps(contains("订单", "物流")), context=context).json()

    assert answers["en"]["summary"] == "last user message contains 订单 or 物流"
    assert answers["zh-hans"]["summary"] == "最后一条用户消息包含 订单 或 物流"
    assert answers["en"]["verdict"] == "hit"
    assert "stands in the message" in answers["en"]["nodes"]["$"]["reason"]
    assert answers["en"]["nodes"]["$"]["spans"] == [[0, 0, 2]]


def test_a_fault_comes_with_its_place_in_the_text(browser: Client, db: Any) -> None:
    [fault] = ask(browser, rule=json.dumps({"kind": "prompt_matches", "pattern": "ab("})).json()["faults"]

    assert (fault["node"], fault["member"], fault["position"]) == ("$", "pattern", 2)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"kind": "prompt"}, 400),
        ({"rule": None}, 400),
        ({"context": 1}, 400),
        ({"rule": "[" + " " * 200_000 + "]"}, 413),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_words(
    browser: Client, db: Any, asked: dict[str, Any], status: int
) -> None:
    answer = ask(browser, **asked)

    assert answer.status_code == status
    assert answer.json()["problem"]


def test_a_body_that_is_no_question_is_refused(browser: Client, db: Any) -> None:
    for body in ("", "[]", "{", "[" * 100_000):
        answer = browser.post("/admin/catalog/rules/try/", body, content_type="application/json")

        assert answer.status_code == 400


@pytest.mark.parametrize("context", ["{", "[]", '{"nonsense": 1}', '{"messages": 3}'])
def test_a_chat_that_cannot_be_read_is_told_and_the_rule_is_judged_without(
    browser: Client, db: Any, context: str
) -> None:
    answer = ask(browser, rule='{"kind": "always"}', context=context).json()

    assert answer["refusals"]
    assert answer["verdict"] == "hit"


def test_a_text_that_is_no_json_is_told(browser: Client, db: Any) -> None:
    assert "column 2" in ask(browser, rule="{").json()["unreadable"]


def test_someone_who_may_not_see_groups_is_refused(db: Any) -> None:
    browser = Client()
    browser.force_login(User.objects.create(username="guest", is_staff=True))

    assert ask(browser).status_code == 403
    assert browser.get("/admin/catalog/rules/shared/").status_code == 403
    assert browser.get("/admin/catalog/rules/fields/").status_code == 403


def test_shared_rules_are_found_by_name_and_title(browser: Client, db: Any) -> None:
    load(rules=[{"name": "vip", "title": "Premium", "definition": contains("x")}, {"name": "b", "definition": ALWAYS}])

    [found] = browser.get("/admin/catalog/rules/shared/?q=prem").json()["rules"]

    assert (found["name"], found["summary"]) == ("vip", "last user message contains x")
    assert browser.get(found["address"]).status_code == 200


def test_names_of_attributes_are_suggested_from_all_rules(browser: Client, db: Any) -> None:
    plan = {"kind": "condition", "field": "attributes.plan", "op": "exists"}
    load(
        rules=[{"name": "r", "definition": {"kind": "not", "rule": plan}}],
        tools=[{"key": "t", "allow": {"kind": "expression", "expression": "ctx.attributes.age > 3"}}],
        groups=[{"name": "g", "matcher": {"kind": "rollout", "percent": 1, "by": "attributes.team", "salt": "s"}}],
    )

    assert browser.get("/admin/catalog/rules/fields/?below=attributes.").json() == {"names": ["age", "plan", "team"]}
