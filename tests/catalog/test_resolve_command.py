"""`manage.py resolve`: contexts in, answers out, line by line."""

import json
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import pytest

from tests.catalog.command_line import asks, jsonl, manage, refused, resolved, resolving
from toolgroups_admin.catalog.demo import DOCUMENT
from toolgroups_admin.catalog.resolving_lines import Resolving, answer_lines, bounded_lines
from toolgroups_admin.engine import FORMATS, Interceptor, compile_catalog

TOOL = {"key": "calc", "description": "算", "parameters": {"type": "object", "properties": {}}}
PROMPT = {"name": "p", "tools": ["calc"], "groups": []}
SMALL = Resolving(
    catalog=compile_catalog({"format": 1, "tools": [TOOL], "rules": [], "groups": [], "prompts": [PROMPT]})
)


def answers(*lines: bytes, by: Resolving = SMALL) -> list[dict[str, Any]]:
    return [json.loads(answer) for answer in answer_lines(lines, by)]


def written(document: Any, folder: Path) -> Path:
    file = folder / "document.json"
    file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return file


# What is answered


def test_an_answer_holds_hits_tools_request_messages_and_warnings() -> None:
    [answer] = answers(jsonl({"prompt": "p", "messages": [{"role": "user", "content": "嗨"}], "tool_choice": "auto"}))

    definition = answer["request"]["tools"][0]["function"]
    assert (definition["name"], definition["description"]) == ("calc", "算")
    assert answer == {
        "hits": [],
        "tools": [{"name": "calc", "key": "calc", "source": "prompt"}],
        "request": {"tools": answer["request"]["tools"], "tool_choice": "auto"},
        "messages": [{"role": "user", "content": "嗨"}],
        "system_prompt": None,
        "tool_choice": "auto",
        "warnings": [],
    }


def test_without_tools_the_request_is_empty() -> None:
    nothing = {"format": 1, "tools": [], "rules": [], "groups": [], "prompts": [{"name": "p", "groups": []}]}

    [answer] = answers(jsonl({"prompt": "p", "tool_choice": "auto"}), by=Resolving(catalog=compile_catalog(nothing)))

    assert (answer["request"], answer["tool_choice"]) == ({}, None)


def test_the_explanation_is_there_when_it_is_asked_for() -> None:
    line, explaining = jsonl({"prompt": "p"}), Resolving(catalog=SMALL.catalog, explain=True)

    [plain], [explained] = answers(line), answers(line, by=explaining)

    assert "explanation" not in plain
    assert explained.pop("explanation")["tools"] == [{"key": "calc", "outcome": "offered", "reason": "prompt"}]
    assert explained == plain


def test_explaining_is_an_option_of_the_command() -> None:
    [answer] = resolved(asks("你好"), options=("--explain",))

    assert {group["name"]: group["verdict"] for group in answer["explanation"]["groups"]}["weather"] == "miss"


def test_warnings_of_the_format_stand_with_those_of_the_resolving() -> None:
    bad = {"name": "bad", "parameters": {"type": "object", "properties": {"a": {"$ref": "#/$defs/nowhere"}}}}

    [answer] = answers(jsonl({"prompt": "p", "tools": [bad], "tool_choice": {"tool": "nothing"}}))

    assert [tool["function"]["name"] for tool in answer["request"]["tools"]] == ["calc"]
    assert answer["warnings"][0]["code"] == "tool_choice_not_offered"
    assert any("bad" in warning["path"] + warning["detail"] for warning in answer["warnings"][1:])


@pytest.mark.parametrize("target", FORMATS)
def test_every_format_can_be_asked_for(target: str) -> None:
    [answer] = answers(jsonl({"prompt": "p"}), by=Resolving(catalog=SMALL.catalog, format=target))

    assert "calc" in json.dumps(answer["request"])
    assert answer["tools"] == [{"name": "calc", "key": "calc", "source": "prompt"}]


def test_the_format_is_an_option_of_the_command() -> None:
    [answer] = resolved(asks("上海天气"), options=("--format", "anthropic"))

    assert {"name", "description", "input_schema"} <= set(answer["request"]["tools"][0])


def test_chinese_is_written_as_it_is() -> None:
    [line] = answer_lines([jsonl({"prompt": "p", "messages": [{"role": "user", "content": "天气😀"}]})], SMALL)

    assert "天气😀".encode() in line


# Lines


def test_answers_come_in_the_order_of_the_lines_and_blank_lines_are_skipped() -> None:
    first, second = (jsonl({"prompt": "p", "messages": [{"role": "user", "content": text}]}) for text in "ab")

    found = answers(first, b"\n", b"  \r\n", second)

    assert [answer["messages"][0]["content"] for answer in found] == ["a", "b"]


def test_a_bad_line_is_answered_with_its_number_and_the_rest_go_on() -> None:
    found = answers(b"\n", b'{"prompt": NaN}\n', jsonl({"prompt": "p"}))

    assert found[0] == {
        "line": 2,
        "error": {
            "code": "malformed_json",
            "detail": found[0]["error"]["detail"],
            "column": 12,
        },
    }
    assert found[1]["hits"] == []


@pytest.mark.parametrize(
    ("context", "code"),
    [
        ({"prompt": "q"}, "unknown_prompt"),
        ({"prompt": "p", "tools": ["nothing"]}, "unknown_tool"),
        ({"prompt": "p", "groups": ["nothing"]}, "unknown_group"),
        ({"prompt": "p", "streaming": "yes"}, "invalid_context"),
        ([], "invalid_context"),
    ],
)
def test_each_error_of_a_line_has_its_code(context: Any, code: str) -> None:
    [answer] = answers(jsonl(context))

    assert answer["error"]["code"] == code


def test_every_fault_of_a_context_is_said() -> None:
    [answer] = answers(jsonl({"messages": [{"role": "robot"}], "streaming": 1}))

    faults = answer["error"]["faults"]
    assert {fault["path"] for fault in faults} == {"$.prompt", "$.messages[0].role", "$.streaming"}
    assert all(fault["code"] and fault["message"] and fault["remedy"] for fault in faults)


@pytest.mark.parametrize("line", [b'{"prompt": "\\ud800"}', b'{"prompt": "\xed\xa0\x80"}', b"\xff", b"[" * 100_000])
def test_text_that_is_no_utf_8_or_no_json_is_a_bad_line(line: bytes) -> None:
    assert answers(line)[0]["error"]["code"] == "malformed_json"


def test_an_interceptor_that_raises_fails_its_line() -> None:
    def raises(context: Any, proceed: Any) -> Any:
        raise LookupError("no such tenant")

    failing = Resolving(catalog=SMALL.catalog, interceptors=[Interceptor("tenant", raises)])

    [answer] = answers(jsonl({"prompt": "p"}), by=failing)

    assert answer["error"]["code"] == "interceptor_failed"
    assert "no such tenant" in answer["error"]["detail"]


def test_a_stream_of_any_length_is_answered_as_it_comes() -> None:
    endless = answer_lines(repeat(jsonl({"prompt": "p"})), SMALL)

    assert len(list(islice(endless, 3))) == 3


def test_a_line_beyond_the_bound_is_thrown_away_and_the_next_is_read(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"x" * 100 + b"\n" + b"y" * 10 + b"\n" + b"z" * 100)

    with file.open("rb") as stream:
        long, short, last = bounded_lines(stream, most=10)

    assert short == b"y" * 10 + b"\n"
    assert [json.loads(line)["error"]["code"] for line in answer_lines([long, last], SMALL)] == ["line_too_long"] * 2


def test_the_command_answers_each_line_before_it_reads_the_next() -> None:
    with resolving() as process:
        assert process.stdin
        assert process.stdout
        for text in ("上海天气", "你好"):
            process.stdin.write(jsonl(asks(text)))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["messages"][-1]["content"] == text
        process.stdin.close()

    assert process.returncode == 0


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    with resolving() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(jsonl(asks("你好")))
        process.stdin.close()
        complaint = process.stderr.read()

    assert complaint == b""


# Field cases 6 and 14


def test_two_processes_give_the_same_bytes_twenty_times() -> None:
    attributes = {"plan": "premium", "analysisEnabled": True, "department": "finance"}
    context = asks("订单目的地的天气状态", account_id="u", attributes=attributes, options={"model": "qwen-max"})

    one, two = (manage("resolve", "--document", DOCUMENT, given=jsonl(*[context] * 20)).stdout for _ in range(2))

    assert one == two
    assert len(set(one.splitlines())) == 1
    assert len(one.splitlines()) == 20


@pytest.mark.parametrize(
    "text",
    ['a,"b",\'c\';\\ \\n {"天气": 1}', "一行\n两行\r\n三行\u2028\t天气", "😀👨‍👩‍👧 天气 🇨🇳", "天气，" * 30_000],
    ids=["quotes", "newlines", "emoji", "200 KB"],
)
def test_any_text_gives_the_same_answer_in_a_file_as_in_a_call(text: str) -> None:
    [answer] = resolved(asks(text))

    assert answer["hits"] == ["weather", "basic"]
    assert answer["messages"][-1] == {"role": "user", "content": text}
    assert "天气" in answer["system_prompt"]


# Documents


def test_a_bad_document_exits_2_and_prints_every_fault_with_its_path(tmp_path: Path) -> None:
    document = {
        "format": 1,
        "tools": [{"key": " edge"}],
        "rules": [],
        "groups": [{"name": "g", "matcher": {}}, {"name": "h", "tools": ["nowhere"]}],
        "prompts": [],
    }

    done = manage("resolve", "--document", written(document, tmp_path), given=jsonl({"prompt": "p"}))

    assert (done.returncode, done.stdout) == (2, b"")
    for path in ("$.tools[0].key", "$.groups[0].matcher", "$.groups[1].tools[0]"):
        assert path in done.stderr.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"format": 1,\n "tools": [}', "line 2, column 12"),
        (b'{"format": 1, "format": 1}', "$.format"),
        (b"\xff\xfe", "line 1, column 1: this is not UTF-8"),
    ],
)
def test_a_document_that_is_no_json_exits_2_with_the_place(data: bytes, words: str, tmp_path: Path) -> None:
    status, printed = refused("resolve", "--document", written(data, tmp_path))

    assert status == 2
    assert words in printed


def test_a_document_that_is_not_there_exits_2(tmp_path: Path) -> None:
    status, printed = refused("resolve", "--document", tmp_path / "nothing.json")

    assert status == 2
    assert "No such file" in printed


def test_a_format_that_is_not_known_exits_2_and_names_the_known() -> None:
    done = manage("resolve", "--document", DOCUMENT, "--format", "telex")

    assert done.returncode == 2
    assert all(name in done.stderr.decode() for name in FORMATS)
