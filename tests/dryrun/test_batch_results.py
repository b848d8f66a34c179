"""What a batch comes to: every line once, by one source or two, with what is wrong beside the line."""

import csv
import io
import json
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dryrun.batches import Queue, against, done, lines, received
from tests.dryrun.scenarios import scenario, shop
from toolgroups_admin.dryrun.batch_models import Batch
from toolgroups_admin.dryrun.batches.columns import Mapping, guessed
from toolgroups_admin.dryrun.batches.downloading import as_csv, as_json_lines, harmless
from toolgroups_admin.dryrun.batches.judging import Judge
from toolgroups_admin.dryrun.batches.receiving import receive_scenarios
from toolgroups_admin.dryrun.batches.results import lines_page, totals
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.engine import parse_context, resolve, with_switches

pytestmark = pytest.mark.django_db
NASTY = "a, \"b\"\r\n🌧 \t; 'c' = " + "天气预报" * 17_000  # field case 14: 200 KB with all that a separator could be


def hits(batch: Batch) -> list[tuple[int, list[str]]]:
    return [(line.number, list(line.hits)) for line in lines(batch)]


def written(rows: list[list[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()


def test_every_line_has_its_hits_and_every_group_its_count(queue: Queue) -> None:
    batch = done(queue)

    assert batch.state == Batch.State.DONE
    assert hits(batch) == [(2, ["weather", "vip"]), (3, ["order"]), (4, [])]
    found = totals(batch)
    assert (found.lines, found.errors, found.changed) == (3, 0, 0)
    assert {(each.name, each.first, each.percent) for each in found.groups} == {
        ("weather", 1, 33.3),
        ("order", 1, 33.3),
        ("vip", 1, 33.3),
    }


def test_json_lines_are_whole_contexts(queue: Queue) -> None:
    text = '{"prompt":"p","messages":[{"role":"user","content":"天气"}]}\r\n\r\n{"messages":[]}\n{"prompt":"q"}\n[]\n'

    batch = done(queue, received("\ufeff" + text))

    assert hits(batch) == [(1, ["weather"]), (3, []), (4, []), (5, [])]
    with override("en"):
        assert [line.faults for line in lines(batch, "errors")] == [
            ["$.prompt: there is no prompt “q”. Name one that is there."],
            ["context: this is no object (found: “[]”). Write one chat context a line."],
        ]
    assert totals(batch).errors == 2


def test_a_line_that_is_wrong_leaves_the_others_alone(queue: Queue) -> None:
    text = "text,attributes.age,attributes.on\n天气,12,是\n天气,1O,no\n天气,1,maybe\n天气,1\n天气,1,no,4\n"
    mapping = ["user", "attribute_number", "attribute_boolean"]

    batch = done(queue, received(text), mapping=mapping)

    with override("en"):
        assert [line.faults for line in lines(batch)] == [
            [],
            ["attributes.age: this is no number (found: “1O”). Write one like 12, -3 or 0.5."],
            ["attributes.on: this is neither true nor false (found: “maybe”). Write true or false."],
            [f"the line has 2 cells, so the column “attributes.on” is missing. {WIDTH}"],
            [f"the line has 4 cells, and the heading 3. {WIDTH}"],
        ]


WIDTH = "Look for separators too many or too few; a cell that holds one stands in quotation marks."


def test_two_sources_show_what_changes(queue: Queue) -> None:
    batch = done(queue, sources=[against(), against(shop(keyword="你好"))])

    assert [(line.hits, line.second, line.differs) for line in lines(batch)] == [
        (["weather", "vip"], ["vip"], "groups"),
        (["order"], ["order"], ""),
        ([], ["weather"], "groups"),
    ]
    [weather] = [each for each in totals(batch).groups if each.name == "weather"]
    assert (weather.both, weather.lost, weather.gained, weather.neither) == (0, 1, 1, 1)
    assert [line.number for line in lines(batch, "changed")] == [2, 4]
    assert [line.number for line in lines(batch, "group:weather")] == [2, 4]


def test_what_is_switched_off_where_it_is_tried_stays_off(queue: Queue) -> None:
    source = against()
    off = replace(source, catalog=with_switches(source.catalog, frozenset({"group:weather"})))

    batch = done(queue, sources=[off])

    assert [line.hits for line in lines(batch)] == [["vip"], ["order"], []]


def test_pages_of_lines_hold_each_line_once(queue: Queue, settings: Any) -> None:
    settings.BATCH_CHUNK_LINES = 7
    batch = done(queue, received("text\n" + "天气\n你好\n" * 60))

    pages = [lines_page(batch, show, page) for show in ("all", "group:weather") for page in (1, 2, 3)]

    assert [total for _lines, total in pages] == [120, 120, 120, 60, 60, 60]
    numbers = [[line.number for line in found] for found, _total in pages]
    assert list(chain(*numbers[:3])) == list(range(2, 122))
    assert list(chain(*numbers[3:])) == list(range(2, 122, 2))


def test_scenarios_are_run_as_a_batch(queue: Queue) -> None:
    take([scenario(), scenario("订单", name="order")], None)

    batch = done(queue, receive_scenarios(name="all", by=None))

    assert {(line.cells or [""])[0]: line.hits for line in lines(batch)} == {
        "weather in Shanghai": ["weather"],
        "order": ["order"],
    }


def test_a_tool_context_is_never_kept(queue: Queue) -> None:
    text = '{"prompt":"p","tool_context":{"token":"canary"}}\n{"prompt":"p","\\u0074ool_context":"canary"}\n{"tool_context":canary\n'

    batch = done(queue, received(text))

    assert "canary" not in "".join(as_json_lines(batch))
    assert [bool(line.faults) for line in lines(batch)] == [False, False, True]


def test_a_text_with_all_that_could_separate_is_one_text(queue: Queue) -> None:
    table = done(queue, received(written([["text"], [NASTY]])))
    objects = done(queue, received(json.dumps({"prompt": "p", "messages": [{"role": "user", "content": NASTY}]})))

    assert [line.hits for batch in (table, objects) for line in lines(batch)] == [["weather"]] * 2
    assert [line.cells for line in lines(table)] == [[NASTY]]
    again = list(csv.reader(io.StringIO("".join(as_csv(table)).removeprefix("\ufeff"), newline="")))
    assert again[1] == ["2", "weather", "", NASTY]


@settings(max_examples=25)
@given(
    st.lists(st.text(alphabet="天气订单 a,\"\n\r;'=🌧", max_size=12), min_size=1, max_size=5),
    st.sampled_from(["premium", "", "x"]),
)
def test_verdicts_are_those_of_resolve(texts: list[str], plan: str) -> None:
    source = against()
    judge = Judge(Mapping(["text", "plan"], ["user", "attribute"], "p"), [source.catalog])
    rows = [(number, [text, plan]) for number, text in enumerate(texts)]

    judged = judge.judged(rows)

    for text, row in zip(texts, judged.rows, strict=True):
        members: dict[str, Any] = {"prompt": "p", "messages": [{"role": "user", "content": text}]}
        context = parse_context(members | ({"attributes": {"plan": plan}} if plan else {}), preview=True)
        assert tuple(judged.names[place] for place in row[1]) == resolve(source.catalog, context).groups


def test_downloads_have_every_line_and_no_formula(queue: Queue) -> None:
    batch = done(queue, received("text,note\n天气,=1+1\n-5,@x\n"))

    table = list(csv.reader("".join(as_csv(batch)).removeprefix("\ufeff").splitlines()))
    objects = [json.loads(line) for line in as_json_lines(batch)]

    assert table == [
        ["line", "groups", "errors", "text", "note"],
        ["2", "weather", "", "天气", "'=1+1"],
        ["3", "", "", "-5", "'@x"],
    ]
    assert objects[0] == {"line": 2, "groups": ["weather"], "errors": [], "cells": {"text": "天气", "note": "=1+1"}}


@pytest.mark.parametrize("cell", ["=A1", "+cmd", "-2+3", "@SUM", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_made_harmless(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-5", "+8613900000000", "a=b", "", "1.5"])
def test_numbers_and_words_stay(cell: str) -> None:
    assert harmless(cell) == cell


def test_columns_are_understood_by_their_headings() -> None:
    columns = ["用户消息", "账号", "attributes.plan", "Model", "note", "Text"]

    assert guessed(columns) == ["user", "account_id", "attribute", "model", "", ""]
