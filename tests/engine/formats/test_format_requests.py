"""The tools and the choice of a whole model request."""

from typing import Any

import msgspec
import pytest

from tests.engine.formats.making_tools import codes, offered, request, tool, with_property
from toolgroups_admin.engine.formats import FORMATS, UnknownFormat, in_format

BROKEN = with_property({"$ref": "#/$defs/Nowhere"})


@pytest.mark.parametrize("format", FORMATS)
def test_without_tools_there_are_neither_tools_nor_a_choice(format: str) -> None:
    answer = request(format=format, tool_choice="auto")

    assert (answer.tools, answer.tools_json, answer.tool_choice) == ((), b"[]", None)
    assert (answer.sent_as, answer.offers, answer.names, answer.notices) == ((), (), {}, ())


@pytest.mark.parametrize("format", FORMATS)
def test_tools_come_in_the_order_of_the_offers(format: str) -> None:
    resolution = offered(tool("b"), tool("a"), tool("c"))

    answer = in_format(resolution, format)

    assert answer.sent_as == ("b", "a", "c")
    assert answer.offers == resolution.offers
    assert answer.names == dict(zip("bac", resolution.offers, strict=True))
    assert answer.format == format


@pytest.mark.parametrize("format", FORMATS)
def test_the_encoded_tools_are_the_tools(format: str) -> None:
    answer = request(tool("订单"), tool("b", with_property({"type": "string"})), format=format)

    assert msgspec.json.decode(answer.tools_json) == list(answer.tools)


def test_gemini_has_all_declarations_in_one_tool() -> None:
    assert request(tool("a"), tool("b"), format="gemini").tools == (
        {"functionDeclarations": [{"name": "a"}, {"name": "b"}]},
    )


@pytest.mark.parametrize("format", FORMATS)
def test_one_bad_schema_is_left_out_and_the_others_stay(format: str) -> None:
    good, bad, other = tool("good"), tool("bad", BROKEN), tool("other")

    answer = request(good, bad, other, format=format)

    assert answer.sent_as == ("good", "other")
    assert [offer.tool for offer in answer.offers] == [good, other]
    assert b"bad" not in answer.tools_json
    assert [(notice.code, notice.path) for notice in answer.notices] == [
        ("reference_unresolved", '$.tools.bad.parameters.properties.x["$ref"]')
    ]


@pytest.mark.parametrize(
    ("format", "auto", "none", "required", "one"),
    [
        ("openai", "auto", "none", "required", {"type": "function", "function": {"name": "a_b_c0ded00d"}}),
        ("openai-responses", "auto", "none", "required", {"type": "function", "name": "a_b_c0ded00d"}),
        ("anthropic", {"type": "auto"}, {"type": "none"}, {"type": "any"}, {"type": "tool", "name": "a_b_c0ded00d"}),
        (
            "gemini",
            {"functionCallingConfig": {"mode": "AUTO"}},
            {"functionCallingConfig": {"mode": "NONE"}},
            {"functionCallingConfig": {"mode": "ANY"}},
            {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a_b_c0ded00d"]}},
        ),
    ],
)
def test_a_choice_is_spelled_as_the_provider_does(format: str, auto: Any, none: Any, required: Any, one: Any) -> None:
    chosen = tool("a_b_c0ded00d", key="weather")

    assert request(chosen, format=format).tool_choice is None
    assert request(chosen, format=format, tool_choice="auto").tool_choice == auto
    assert request(chosen, format=format, tool_choice="none").tool_choice == none
    assert request(chosen, format=format, tool_choice="required").tool_choice == required
    assert request(tool("x"), chosen, format=format, tool_choice={"tool": "weather"}).tool_choice == one


def test_a_choice_names_the_tool_as_it_is_sent() -> None:
    answer = request(tool("a.b"), tool_choice={"tool": "a.b"})

    assert answer.tool_choice == {"type": "function", "function": {"name": answer.sent_as[0]}}


def test_an_inline_tool_is_chosen_by_its_name_and_another_by_its_key_only() -> None:
    inline, other = tool("now", key=None), tool("wire", key="k")

    by_name, by_key, by_wire_name = (
        request(inline, other, format="anthropic", tool_choice={"tool": wanted}).tool_choice
        for wanted in ("now", "k", "wire")
    )

    assert by_name == {"type": "tool", "name": "now"}
    assert by_key == {"type": "tool", "name": "wire"}
    assert by_wire_name is None


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("wanted", ["bad", "absent"])
def test_a_choice_of_a_tool_that_is_not_sent_is_left_out_with_a_notice(wanted: str, format: str) -> None:
    answer = request(tool("good"), tool("bad", BROKEN), format=format, tool_choice={"tool": wanted})

    assert answer.tool_choice is None
    assert codes(answer)[-1] == "tool_choice_not_offered"


@pytest.mark.parametrize(
    ("choice", "noted"),
    [("auto", []), ("required", ["tool_choice_unsupported"]), ({"tool": "a"}, ["tool_choice_unsupported"])],
)
def test_mcp_has_no_choice(choice: Any, noted: list[str]) -> None:
    answer = request(tool("a"), format="mcp", tool_choice=choice)

    assert answer.tool_choice is None
    assert codes(answer) == noted


@pytest.mark.parametrize(("format", "most"), [("openai", 128), ("gemini", 512)])
def test_too_many_tools_are_noted_and_all_sent(format: str, most: int) -> None:
    tools = [tool(f"t{number}") for number in range(most + 1)]

    assert codes(request(*tools[:most], format=format)) == []
    assert codes(request(*tools, format=format)) == ["too_many_tools"]
    assert len(request(*tools, format=format).sent_as) == most + 1


def test_an_unknown_format_is_refused_even_without_tools() -> None:
    with pytest.raises(UnknownFormat):
        request(format="OpenAI")
