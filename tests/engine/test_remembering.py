"""What resolving remembers between requests: sets of a catalog's own offers, never what a request brought."""

import gc
import json

from tests.engine.building import catalog_of, contains, group, says, tool
from toolgroups_admin.engine import (
    Catalog,
    ChatContext,
    Offer,
    in_format,
    parse_context,
    resolve,
    tool_info_encoded,
    tool_info_json,
)

INLINE = {"name": "the-requests-own", "description": "the caller's", "parameters": {"type": "object", "properties": {}}}


def weather() -> Catalog:
    return catalog_of(group("weather", tool("forecast"), matcher=contains("sun")))


def with_own_tool() -> ChatContext:
    return parse_context({"prompt": "p", "messages": [{"role": "user", "content": "sun"}], "tools": [INLINE]})


def test_requests_that_hit_the_same_share_what_is_sent() -> None:
    catalog = weather()

    first, second = (in_format(resolve(catalog, says("sun")), "openai") for _ in range(2))

    assert first.tools is second.tools
    assert first.tools_json is second.tools_json


def test_what_a_request_brought_ends_with_it() -> None:
    tool_info_encoded(in_format(resolve(weather(), with_own_tool()), "openai"))

    gc.collect()

    assert [each for each in gc.get_objects() if isinstance(each, Offer) and each.tool.name == "the-requests-own"] == []


def test_encoded_tool_info_says_what_the_objects_say() -> None:
    for context in (says("sun"), with_own_tool()):
        request = in_format(resolve(weather(), context), "openai")

        assert json.loads(tool_info_encoded(request)) == tool_info_json(request)
