"""The demo document, what it answers, and how the demo tells it."""

import json
import subprocess
import sys
from functools import cache
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style

from tests.catalog.command_line import ROOT, asks, jsonl, manage
from toolgroups_admin.catalog.demo import CONTEXTS, DOCUMENT
from toolgroups_admin.catalog.demo.layout import laid_out
from toolgroups_admin.catalog.demo.report import demo_report
from toolgroups_admin.catalog.resolving_lines import Resolving
from toolgroups_admin.engine import Catalog, canonical_document, compile_catalog, parse_context

SYSTEM_MESSAGE = "你是一名客服助手，请准确回答用户问题。"
WEATHER = "回答天气问题前必须查询实时天气，不要使用过时信息。"
ORDER = "处理订单问题时，只能查询当前账号下的订单。"
BASIC = "优先使用基础工具完成精确计算。"


@cache
def catalog() -> Catalog:
    return compile_catalog(json.loads(DOCUMENT.read_bytes()))


def answer_to(context: dict[str, Any]) -> dict[str, Any]:
    return Resolving(catalog=catalog()).answer(parse_context(context))


def tool_names(answer: dict[str, Any]) -> list[str]:
    return [tool["name"] for tool in answer["tools"]]


def test_a_question_about_an_order_hits_order_tracking_and_basic() -> None:
    answer = answer_to(asks("帮我查询订单 AF20260001 的物流状态", account_id="user-1001"))

    assert answer["hits"] == ["order", "tracking", "basic"]
    assert tool_names(answer) == ["get_order", "list_orders", "track_package", "calculate", "current_time"]
    assert answer["messages"] == [
        {"role": "system", "content": f"{SYSTEM_MESSAGE}\n\n{ORDER}\n\n{BASIC}"},
        {"role": "user", "content": "帮我查询订单 AF20260001 的物流状态"},
    ]


def test_the_weather_at_the_destination_hits_weather_order_and_basic() -> None:
    answer = answer_to(asks("订单目的地的天气", account_id="user-1001"))

    assert answer["hits"] == ["weather", "order", "basic"]
    assert answer["system_prompt"] == f"{SYSTEM_MESSAGE}\n\n{WEATHER}\n\n{ORDER}\n\n{BASIC}"
    assert {"get_weather", "get_order"} <= set(tool_names(answer))


def test_the_same_without_an_account_hits_weather_and_basic() -> None:
    answer = answer_to(asks("订单目的地的天气"))

    assert answer["hits"] == ["weather", "basic"]
    assert "get_order" not in tool_names(answer)


def test_a_general_question_hits_basic_alone() -> None:
    answer = answer_to(asks("介绍一下上海"))

    assert answer["hits"] == ["basic"]
    assert tool_names(answer) == ["calculate", "current_time"]


def test_nothing_of_the_first_turn_is_left_in_the_second() -> None:
    turns = [("user", "查询上海天气"), ("assistant", "上海今天多云。"), ("user", "和我打个招呼")]
    first, second = (
        answer_to({"prompt": "customer-service", "messages": [{"role": r, "content": c} for r, c in turns[:length]]})
        for length in (1, 3)
    )

    assert first["hits"] == ["weather", "basic"]
    assert second["hits"] == ["basic"]
    assert second["system_prompt"] == f"{SYSTEM_MESSAGE}\n\n{BASIC}"
    assert second["messages"][1:] == [{"role": r, "content": c} for r, c in turns]


@pytest.mark.parametrize(
    ("name", "hits"),
    [
        ("order-status", ["order", "tracking", "basic"]),
        ("order-weather", ["weather", "order", "basic"]),
        ("no-account", ["weather", "basic"]),
        ("nothing-special", ["basic"]),
        ("first-turn", ["weather", "basic"]),
        ("second-turn", ["basic"]),
        ("parcel", ["tracking", "basic"]),
        ("premium", ["premium-service", "basic"]),
        ("finance", ["finance", "basic"]),
        ("qwen", ["qwen-only", "basic"]),
    ],
)
def test_the_demo_contexts_hit_what_their_names_say(name: str, hits: list[str]) -> None:
    [context] = [c for line in CONTEXTS.read_bytes().splitlines() if (c := json.loads(line))["conversation_id"] == name]

    assert answer_to(context)["hits"] == hits


def test_every_group_of_the_demo_is_hit_by_a_demo_context() -> None:
    contexts = [json.loads(line) for line in CONTEXTS.read_bytes().splitlines()]

    hit = {name for context in contexts for name in answer_to(context)["hits"]}

    assert hit == set(catalog().groups)


def test_the_demo_document_is_canonical() -> None:
    document = json.loads(DOCUMENT.read_bytes())

    assert json.dumps(canonical_document(document)) == json.dumps(document)


def test_the_demo_tells_hits_reasons_of_misses_and_the_merged_request() -> None:
    text = "\n".join(demo_report(json.loads(DOCUMENT.read_bytes()), CONTEXTS.read_bytes().splitlines()[:1], no_style()))

    assert "hit      order" in text
    assert "miss     weather          None of the keywords stands in a message (天气 / 温度 / 下雨)" in text
    assert 'The field is missing or null (attributes.plan equals "premium")' in text
    assert '"content": "你是一名客服助手' in text
    assert '"name": "get_order"' in text
    assert "get_weather" not in text


def test_the_command_tells_all_demo_contexts() -> None:
    printed = StringIO()
    call_command("demo", stdout=printed, no_color=True)

    names = [json.loads(line)["conversation_id"] for line in CONTEXTS.read_bytes().splitlines()]
    assert [line.split()[1] for line in printed.getvalue().splitlines() if line.startswith("──")] == names


def test_the_command_is_coloured_only_when_that_is_asked_for() -> None:
    piped, coloured = manage("demo"), manage("demo", "--force-color")

    assert (piped.returncode, piped.stderr, coloured.returncode) == (0, b"", 0)
    assert b"\x1b" not in piped.stdout
    assert b"\x1b[" in coloured.stdout


def test_warnings_are_told() -> None:
    line = jsonl(asks("介绍一下上海", conversation_id="c", tool_choice={"tool": "get_order"}))

    text = "\n".join(demo_report(json.loads(DOCUMENT.read_bytes()), [line], no_style()))

    assert "warning  $.tool_choice the tool 'get_order' is not offered" in text


def test_json_is_broken_only_where_it_is_too_wide() -> None:
    value = {"a": [1, 2], "b": [{"c": "天气天气天气"}, {}], "d": []}

    lines = list(laid_out(value, columns=26))

    assert lines == [
        "{",
        '  "a": [1, 2],',
        '  "b": [',
        '    {"c": "天气天气天气"},',
        "    {}",
        "  ],",
        '  "d": []',
        "}",
    ]
    assert json.loads("".join(lines)) == value


def test_a_reader_that_goes_away_ends_the_demo_quietly() -> None:
    command = [sys.executable, "manage.py", "demo"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        complaint = process.stderr.read()

    assert complaint == b""
