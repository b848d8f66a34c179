"""The dry-run page: what it answers, in both languages."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.dryrun.asking import HTMX, PAGE, Fields, asked, attribute, hits, says, why
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.engine import compile_catalog, explanation_json, parse_context, resolve

ORDER = "帮我查询订单 AF20260001 的物流状态"
MOST_QUERIES = 14


def text_of(markup: str) -> str:
    without_tags = re.sub(r"<[^>]+>", " ", re.sub(r"<template.*?</template>", " ", markup, flags=re.DOTALL))
    return re.sub(r"\s+", " ", unescape(without_tags))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (says(ORDER, account="user-1001"), ["order", "tracking", "basic"]),
        (says("订单目的地的天气", account="user-1001"), ["weather", "order", "basic"]),
        (says("订单目的地的天气"), ["weather", "basic"]),
        (says("介绍一下上海"), ["basic"]),
        (says("查询上海天气", "多云。", "和我打个招呼"), ["basic"]),
        (says("分析消费", account="u", **attribute("plan", "premium")), ["basic"]),
        (says("发票", **attribute("department", "finance")), ["finance", "basic"]),
        (says("退货", model="qwen-max"), ["qwen-only", "basic"]),
    ],
)
def test_the_demo_contexts_hit_what_they_must(browser: Client, demo: Any, fields: Fields, expected: list[str]) -> None:
    assert hits(asked(browser, fields)) == expected


def test_the_order_question_offers_the_tool_of_orders_and_not_that_of_the_weather(browser: Client, demo: Any) -> None:
    answer = asked(browser, says(ORDER, account="user-1001")).answer

    assert answer is not None
    names = [tool.name for tool in answer.tools]
    assert "get_order" in names
    assert "get_weather" not in names
    assert [part.origin.words for part in answer.prompt_parts] == ["the prompt", "order", "basic"]
    whole = "".join(part.text + part.between for part in answer.prompt_parts)
    assert whole == answer.trial.resolution.system_prompt


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Misses because the message has none of “天气”, “温度”, “下雨”."),
        ("zh-hans", "未命中，因为：消息中没有“天气”、“温度”、“下雨”中的任何一个。"),
    ],
)
def test_a_miss_says_first_what_keeps_it_from_hitting(browser: Client, demo: Any, language: str, sentence: str) -> None:
    page = browser.post(PAGE, says("介绍一下上海"), headers={**HTMX, "accept-language": language})

    assert sentence in text_of(page.content.decode())


def test_two_blockers_stand_in_one_sentence(browser: Client, demo: Any) -> None:
    page = asked(browser, says("介绍一下上海", account="u", **attribute("plan", "basic")))

    assert why(page, "premium-service") == (
        "Misses because attributes.plan is “basic”; wanted: equals “premium”; attributes.analysisEnabled is missing."
    )


def test_what_was_found_is_marked_in_the_message(browser: Client, demo: Any) -> None:
    answer = browser.post(PAGE, says("订单 <b> 的天气", account="u"), headers=HTMX).content.decode()

    assert '<mark class="hue-1" title="order">订单</mark> &lt;b&gt; 的' in answer
    assert "<mark>天气</mark>" in answer


def test_the_verdicts_are_those_of_the_engine(browser: Client, demo: Any) -> None:
    page = asked(browser, says(ORDER, account="user-1001", **attribute("plan", "premium")))

    context = {
        "prompt": "customer-service",
        "messages": [{"role": "user", "content": ORDER}],
        "account_id": "user-1001",
        "attributes": {"plan": "premium"},
    }
    resolution = resolve(compile_catalog(draft_document()), parse_context(context), explain=True)
    assert page.answer is not None
    assert resolution.explanation is not None
    shown = page.answer.trial.resolution
    assert shown.explanation is not None
    assert explanation_json(shown.explanation) == explanation_json(resolution.explanation)
    assert [(group.name, group.verdict) for group in page.answer.groups] == [
        (group.name, group.verdict) for group in resolution.explanation.groups
    ]
    assert shown.messages == resolution.messages


@pytest.mark.parametrize("format", ["openai", "openai-responses", "anthropic", "gemini", "mcp"])
def test_the_model_request_is_shown_in_each_format(browser: Client, demo: Any, format: str) -> None:
    answer = asked(browser, says(ORDER, account="u", format=format)).answer

    assert answer is not None
    assert [tab.format for tab in answer.request.tabs if tab.is_shown] == [format]
    request = json.loads(answer.request.text)
    assert "get_order" in json.dumps(request["tools"])
    assert request["messages"][0]["role"] == "system"


def test_the_page_is_whole_without_a_script_and_keeps_what_was_typed(browser: Client, demo: Any, language: str) -> None:
    fields = says(ORDER, account="user-1001", header_name=["x-tier"], header_value=["gold"], further='{"bot_id": "b"}')

    page = browser.post(PAGE, fields, headers={"accept-language": language}).content.decode()

    assert all(text in page for text in [ORDER, "user-1001", "x-tier", "gold", "bot_id", 'id="answer"', "get_order"])


def test_the_first_look_shows_an_answer_for_the_first_prompt(browser: Client, demo: Any, language: str) -> None:
    page = browser.get(PAGE, headers={"accept-language": language})

    assert hits(page.context["page"]) == ["basic"]
    assert page.context["page"].typed.prompt == "customer-service"


def test_the_page_says_so_when_there_is_nothing_yet(browser: Client, ada: User, language: str) -> None:
    page = browser.get(PAGE, headers={"accept-language": language})

    assert page.status_code == 200
    assert page.context["page"].faults


def test_an_answer_takes_a_fixed_number_of_queries(browser: Client, demo: Any) -> None:
    asked(browser, says(ORDER))

    with CaptureQueriesContext(connection) as queries:
        asked(browser, says(ORDER))

    assert len(queries) <= MOST_QUERIES


@pytest.mark.parametrize("place", ["en", "zh-hans"])
def test_the_page_is_in_the_language_of_the_browser(browser: Client, demo: Any, place: str) -> None:
    page = text_of(browser.get(PAGE, headers={"accept-language": place}).content.decode())

    assert ("试运行" in page) == (place == "zh-hans")
    assert ("Dry run" in page) == (place == "en")


def test_only_who_may_run_dry_runs_sees_the_page(client: Client, db: Any) -> None:
    stranger = User.objects.create(username="eve", is_staff=True)

    anonymous = client.get(PAGE)
    client.force_login(stranger)

    assert anonymous.status_code == 302
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, says("x"), headers=HTMX).status_code == 403


def test_a_sign_in_that_is_over_reloads_the_page_instead_of_nesting_it(client: Client, db: Any) -> None:
    answer = client.post(PAGE, says("x"), headers=HTMX)

    assert answer.headers["HX-Refresh"] == "true"
    assert answer.content == b""
