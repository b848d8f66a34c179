"""Interceptors that break their contract fail the request, and change nothing (contract 10)."""

import copy
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.building import catalog_of, group, says, tool
from toolgroups_admin.engine import (
    ChatContext,
    Interceptor,
    InterceptorFailed,
    Offer,
    Resolution,
    Tool,
    parse_context,
    resolve,
)
from toolgroups_admin.engine.interceptors import Proceed


def writes_an_attribute(context: Any, proceed: Proceed) -> Resolution:
    context.attributes["department"] = "finance"
    return proceed(context)


def writes_below_an_attribute(context: Any, proceed: Proceed) -> Resolution:
    context.attributes["user"]["roles"] += ("admin",)
    return proceed(context)


def writes_a_message(context: Any, proceed: Proceed) -> Resolution:
    context.messages[0]["content"] = "other"
    return proceed(context)


def writes_a_resolved_message(context: Any, proceed: Proceed) -> Resolution:
    resolution: Any = proceed(context)
    resolution.messages[-1]["content"] = "other"
    return proceed(context)


def writes_a_message_it_was_given_resolved(context: Any, proceed: Proceed) -> Resolution:
    context.resolution.messages[-1]["content"] = "other"
    return proceed(context)


@pytest.mark.parametrize(
    ("interceptor", "order"),
    [
        (writes_an_attribute, 0),
        (writes_below_an_attribute, 0),
        (writes_a_message, 0),
        (writes_a_resolved_message, 0),
        (writes_a_message_it_was_given_resolved, 10_100),
    ],
)
def test_one_that_writes_into_what_it_sees_fails_and_the_context_stays(interceptor: Any, order: int) -> None:
    data = {
        "prompt": "p",
        "messages": [{"role": "user", "content": "x"}],
        "attributes": {"user": {"roles": ["reader"]}},
    }
    before = copy.deepcopy(data)

    with pytest.raises(InterceptorFailed):
        resolve(catalog_of(), parse_context(data), interceptors=[Interceptor("writes", interceptor, order)])

    assert data == before


NO_URL: Any = 5


class Wordless(Exception):
    def __str__(self) -> str:
        raise ValueError


def raises_what_cannot_be_said(context: ChatContext, proceed: Proceed) -> Resolution:
    raise Wordless


def repeats_tools(context: ChatContext, proceed: Proceed) -> Resolution:
    resolution = proceed(context)
    return resolution.with_(offers=resolution.offers * 2)


def chooses(context: ChatContext, proceed: Proceed) -> Resolution:
    return replace(proceed(context), tool_choice={"tool": "t"})


def hides_warnings(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(tool_choice={"tool": "nobody"})).with_(warnings=())


def warns_of_nothing(context: ChatContext, proceed: Proceed) -> Resolution:
    nothing: Any = "why"
    return proceed(context).with_(warnings=[nothing])


def gives_no_words(context: ChatContext, proceed: Proceed) -> Resolution:
    nothing: Any = None
    return context.unresolved(nothing)


def cuts_short_with_other_messages(context: ChatContext, proceed: Proceed) -> Resolution:
    return context.with_(messages=()).unresolved("why")


def takes_back(context: ChatContext, proceed: Proceed) -> Resolution:
    proceed(context)
    return context.unresolved("why")


def brings_a_tool(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(tools=({"name": "admin"},)))


def turns_preview_on(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(preview=True))


def raises(context: ChatContext, proceed: Proceed) -> Resolution:
    raise ValueError("permission service is down")


def forges(context: ChatContext, proceed: Proceed) -> Resolution:
    resolution = proceed(context)
    return resolution.with_(offers=[*resolution.offers, Offer(Tool(key="admin", name="admin"), "prompt")])


def rewrites(context: ChatContext, proceed: Proceed) -> Resolution:
    return replace(proceed(context), messages=({"role": "user", "content": "other"},))


def invents(context: ChatContext, proceed: Proceed) -> Resolution:
    return replace(context.unresolved("why"), offers=(Offer(Tool(key="admin", name="admin"), "prompt"),))


def returns_nothing(context: ChatContext, proceed: Proceed) -> Any:
    proceed(context)


def passes_a_dict_on(context: ChatContext, proceed: Any) -> Any:
    return proceed({"prompt": "p"})


def passes_nonsense_on(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(attributes={"who": {1, 2}}))


def changes_the_request_wrongly(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(
        context.with_(request=replace(context.request, url=NO_URL), now=context.now and context.now.replace())
    )


@pytest.mark.parametrize(
    "interceptor",
    [
        raises,
        raises_what_cannot_be_said,
        repeats_tools,
        chooses,
        hides_warnings,
        warns_of_nothing,
        gives_no_words,
        cuts_short_with_other_messages,
        takes_back,
        brings_a_tool,
        turns_preview_on,
        forges,
        rewrites,
        invents,
        returns_nothing,
        passes_a_dict_on,
        passes_nonsense_on,
        changes_the_request_wrongly,
    ],
)
def test_one_that_breaks_its_contract_fails_the_request(interceptor: Any) -> None:
    with pytest.raises(InterceptorFailed) as caught:
        resolve(catalog_of(group("g", tool("t"))), says("x"), interceptors=[interceptor])

    assert caught.value.name == interceptor.__name__
