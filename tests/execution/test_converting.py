"""What a tool returns becomes text: nothing is "Done", text stays, images and all else are JSON."""

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from tests.execution.calling import Bench, call
from toolgroups_admin.execution import Image, Limits, tool

PNG = b"\x89PNG\r\n\x1a\n0000"


class Unit(Enum):
    C = "C"


@dataclass
class Weather:
    temp: float
    unit: Unit


class Model(BaseModel):
    name: str


RETURNED: list[tuple[Any, str]] = [
    (None, "Done"),
    ("", ""),
    ("文字\n", "文字\n"),
    ({"城市": "上海"}, '{"城市":"上海"}'),
    (3, "3"),
    (True, "true"),
    ([1, None], "[1,null]"),
    (Weather(30.0, Unit.C), '{"temp":30.0,"unit":"C"}'),
    (Model(name="x"), '{"name":"x"}'),
    ([Model(name="x")], '[{"name":"x"}]'),
    (date(2026, 11, 30), '"2026-11-30"'),
    ({"price": Decimal("1.10")}, '{"price":"1.10"}'),
    (float("nan"), "null"),
    (b"plain", "plain"),
    (PNG, '{"mimeType":"image/png","data":"iVBORw0KGgowMDAw"}'),
    (Image(b"x", "image/svg+xml"), '{"mimeType":"image/svg+xml","data":"eA=="}'),
    ([Image(b"x")], '[{"mimeType":"image/png","data":"eA=="}]'),
    (b"\xff\x00", '{"mimeType":"application/octet-stream","data":"/wA="}'),
    (b"RIFF0000WEBP", '{"mimeType":"image/webp","data":"UklGRjAwMDBXRUJQ"}'),
]


@pytest.mark.parametrize(("value", "text"), RETURNED, ids=repr)
def test_what_is_returned_is_told(value: Any, text: str) -> None:
    @tool
    def returning() -> Any:
        return value

    assert Bench(returning).texts(call("returning")) == [text]


def test_what_cannot_be_written_is_an_error_result() -> None:
    endless: list[Any] = []
    endless.append(endless)

    @tool
    def returning() -> Any:
        return endless

    assert Bench(returning).outcomes(call("returning")) == ["tool_failed"]


def test_a_long_result_is_cut_and_says_so() -> None:
    @tool
    def long() -> str:
        return "x" * 50

    [result] = Bench(long, limits=Limits(characters=10)).execute(call("long")).results

    assert (result.text, result.cut) == ("xxxxxxxxxx\n[cut: the first 10 of 50 characters]", True)


def test_a_large_image_is_left_out_rather_than_broken() -> None:
    @tool
    def large() -> Image:
        return Image(b"x" * 100)

    [result] = Bench(large, limits=Limits(characters=50)).execute(call("large")).results

    assert (result.text, result.cut) == ("[left out: a file of 170 characters, which is more than 50]", True)


def test_half_a_character_never_reaches_the_model() -> None:
    @tool
    def half() -> str:
        return "a\ud800b"

    [text] = Bench(half).texts(call("half"))

    assert json.loads(json.dumps(text)).encode()
