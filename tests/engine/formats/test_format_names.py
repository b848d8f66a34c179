"""Names under which tools are sent (field cases 15–17)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.formats.making_tools import codes, request, tool
from toolgroups_admin.engine.formats import FORMATS, definition_of
from toolgroups_admin.engine.formats.limits import LIMITS, SAFE_NAME
from toolgroups_admin.engine.formats.names import sent_name

_PROVIDERS = {
    "openai": r"[a-zA-Z0-9_-]{1,64}",
    "openai-responses": r"[a-zA-Z0-9_-]{1,128}",
    "anthropic": r"[a-zA-Z0-9_-]{1,64}",
    "gemini": r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}",
    "mcp": r"[A-Za-z0-9_.-]{1,128}",
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ["get_weather", "get-user", "Get_User", "_", "a" * 64])
def test_a_safe_name_stays(name: str, format: str) -> None:
    definition = definition_of(tool(name), format)

    assert definition.sent_as == name
    assert definition.notices == ()


def test_a_dotted_name_is_rewritten_where_dots_are_refused_and_kept_in_mcp() -> None:
    event = tool("calendar.updateEvent")

    sent_as = [definition_of(event, format).sent_as for format in FORMATS]

    assert all(re.fullmatch(r"calendar_updateEvent_[0-9a-f]{8}", name) for name in sent_as[:-1])
    assert sent_as[-1] == "calendar.updateEvent"


def test_a_rewritten_name_is_noted_and_leads_back_to_its_offer() -> None:
    event = tool("calendar.updateEvent")

    answer = request(event)

    assert codes(answer) == ["name_rewritten"]
    assert answer.notices[0].path == '$.tools["calendar.updateEvent"].name'
    assert answer.names[answer.sent_as[0]].tool is event


def test_a_name_of_65_characters_gets_a_stable_short_one() -> None:
    long = "server__" + "x" * 57

    assert sent_name(long, LIMITS["openai"]) == sent_name(long, LIMITS["openai"])
    assert len(sent_name(long, LIMITS["openai"])) == 64
    assert sent_name(long, LIMITS["mcp"]) == long


def test_long_names_that_differ_at_the_end_only_stay_two() -> None:
    assert sent_name("x" * 80 + "a", LIMITS["openai"]) != sent_name("x" * 80 + "b", LIMITS["openai"])


def test_names_that_differ_in_case_or_dash_only_stay_three() -> None:
    assert request(tool("get_user"), tool("get-user"), tool("Get_User")).sent_as == ("get_user", "get-user", "Get_User")


@pytest.mark.parametrize(
    ("name", "stem"), [("查询订单", "tool"), ("3d print", "_3d_print"), ("订单_v2", "v2"), ("-", "tool")]
)
def test_the_stem_is_what_can_be_read(name: str, stem: str) -> None:
    limits = LIMITS["gemini"]

    assert sent_name(name, limits, attempt=1).rpartition("_")[0] == stem


@pytest.mark.parametrize("format", FORMATS)
@given(name=st.text(min_size=1, max_size=200))
def test_any_name_is_sent_as_the_provider_wants_it(format: str, name: str) -> None:
    limits = LIMITS[format]
    first = sent_name(name, limits)
    others = [sent_name(name, limits, attempt=attempt) for attempt in range(1, 4)]

    assert all(re.fullmatch(_PROVIDERS[format], made) for made in [first, *others])
    assert len({first, *others}) == 4
    assert format == "mcp" or SAFE_NAME.match(first)


def _pretender(name: str) -> str:
    return sent_name(name, LIMITS["openai"])


@pytest.mark.parametrize("turned", [False, True])
def test_a_rewritten_name_gives_way_to_a_tool_that_has_it(turned: bool) -> None:
    rewritten, original = tool("a.b"), tool(_pretender("a.b"))
    both = (original, rewritten) if turned else (rewritten, original)

    answer = request(*both)

    assert answer.names[original.name].tool is original
    assert answer.names[sent_name("a.b", LIMITS["openai"], attempt=1)].tool is rewritten
    assert [each["function"]["name"] for each in answer.tools] == list(answer.sent_as)


def test_two_tools_of_one_name_are_kept_apart_as_well() -> None:
    answer = request(tool("twin"), tool("twin"), tool("a b"), tool("a b"))

    assert len(set(answer.sent_as)) == 4
    assert answer.sent_as[0] == "twin"
