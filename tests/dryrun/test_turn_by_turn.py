"""A chat is stepped through: each answer is as it was after that message."""

from typing import Any

from django.test import Client

from tests.dryrun.asking import asked, hits, says
from toolgroups_admin.dryrun.models import Scenario
from toolgroups_admin.dryrun.stepping import MOST_STEPS, up_to

CHAT = ("查询上海天气", "多云。", "我的订单呢", "在路上。", "和我打个招呼")


def test_a_strip_shows_who_hit_after_each_message(browser: Client, demo: Any) -> None:
    answer = asked(browser, says(*CHAT, account="u")).answer

    assert answer is not None
    assert answer.strip is not None
    assert [(step.number, step.value, step.text) for step in answer.strip.steps] == [
        (1, 1, "查询上海天气"),
        (2, 2, "我的订单呢"),
        (3, 0, "和我打个招呼"),
    ]
    assert dict(answer.strip.rows) == {
        "weather": [True, False, False],
        "basic": [True, True, True],
        "order": [False, True, False],
    }


def test_the_answer_is_as_it_was_then_and_the_chat_stays_whole(browser: Client, demo: Any) -> None:
    page = asked(browser, says(*CHAT, account="u", step="2"))

    assert page.answer is not None
    assert hits(page) == ["order", "basic"]
    assert len(page.answer.trial.context.messages) == 3
    assert len(page.typed.turns) == 5
    assert page.answer.strip is not None
    assert [step.number for step in page.answer.strip.steps if step.is_shown] == [2]


def test_what_is_expected_is_what_is_seen_at_that_step(browser: Client, demo: Any) -> None:
    browser.post("/admin/dryrun/expect/", says(*CHAT, account="u", step="1"))

    scenario = Scenario.objects.get()
    assert [message["content"] for message in scenario.context["messages"]] == ["查询上海天气"]
    assert scenario.expectations["hits"] == ["weather", "basic"]


def test_one_message_has_no_strip_and_a_step_that_is_gone_is_the_whole_chat(browser: Client, demo: Any) -> None:
    single, gone = asked(browser, says("天气")), asked(browser, says(*CHAT, step="9"))

    assert single.answer is not None
    assert single.answer.strip is None
    assert hits(gone) == ["basic"]
    assert up_to([{"role": "user"}], 1) == [{"role": "user"}]


def test_a_very_long_chat_shows_its_last_steps(browser: Client, demo: Any) -> None:
    answer = asked(browser, says(*CHAT * 30)).answer

    assert answer is not None
    assert answer.strip is not None
    assert len(answer.strip.steps) == MOST_STEPS
    assert answer.strip.steps[-1].value == 0
