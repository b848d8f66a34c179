"""Interceptors around the resolver: contract 10."""

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.building import catalog_of, condition, group, keys, says, tool
from toolgroups_admin.engine import (
    ChatContext,
    Interceptor,
    InterceptorFailed,
    Offer,
    Resolution,
    Tool,
    UnknownPrompt,
    UnknownTool,
    resolve,
)
from toolgroups_admin.engine.interceptors import Proceed

FINANCE = group("finance", tool("ledger"), matcher=condition("attributes.department", "equals", "finance"))


def knows_the_department(context: ChatContext, proceed: Proceed) -> Resolution:
    return proceed(context.with_(attributes={**context.attributes, "department": "finance"}))


def test_what_an_interceptor_sets_is_judged_and_its_name_is_told() -> None:
    catalog = catalog_of(FINANCE)

    resolution = resolve(catalog, says("x"), explain=True, interceptors=[knows_the_department])

    assert resolution.groups == ("finance",)
    assert resolution.explanation is not None
    assert resolution.explanation.set_by == {"attributes.department": "knows_the_department"}


def test_they_run_in_the_order_of_their_order_and_stable() -> None:
    seen: list[str] = []

    def noting(name: str, order: int = 0) -> Interceptor:
        def note(context: ChatContext, proceed: Proceed) -> Resolution:
            seen.append(name)
            return proceed(context)

        return Interceptor(name, note, order)

    resolve(
        catalog_of(), says("x"), interceptors=[noting("late", 10_100), noting("a"), noting("first", -1), noting("b")]
    )

    assert seen == ["first", "a", "b", "late"]


def test_an_interceptor_adds_groups_and_tools_of_the_release() -> None:
    catalog = catalog_of(FINANCE, tools=(tool("extra"),))

    def widens(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(tools=(*context.tools, "extra"), messages=context.messages))

    assert keys(resolve(catalog, says("x"), interceptors=[widens])) == ["extra"]


def test_one_after_the_resolver_sees_the_resolved_request_and_starts_no_second_resolving() -> None:
    catalog = catalog_of(group("g", tool("t")), FINANCE)
    seen: list[Any] = []

    def audits(context: ChatContext, proceed: Proceed) -> Resolution:
        seen.append(context.resolution and context.resolution.groups)
        return proceed(context.with_(attributes={"department": "finance"}))

    resolution = resolve(catalog, says("x"), interceptors=[Interceptor("audit", audits, 10_100)])

    assert seen == [("g",)]
    assert resolution.groups == ("g",)


def test_an_interceptor_takes_tools_away_and_the_explanation_says_who() -> None:
    def forbids(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context).without_tools("t").with_warning("forbidden", "not for you")

    resolution = resolve(catalog_of(group("g", tool("t"), tool("u"))), says("x"), explain=True, interceptors=[forbids])

    assert keys(resolution) == ["u"]
    assert resolution.warnings[-1].code == "forbidden"
    assert resolution.explanation is not None
    outcomes = {each.key: (each.outcome, each.reason) for each in resolution.explanation.tools}
    assert outcomes == {
        "t": ("removed", "test_an_interceptor_takes_tools_away_and_the_explanation_says_who.<locals>.forbids"),
        "u": ("offered", "group:g"),
    }


def test_one_that_does_not_proceed_ends_the_request_without_tools() -> None:
    context = says("x")

    resolution = resolve(
        catalog_of(group("g", tool("t"))), context, interceptors=[lambda c, _: c.unresolved("over budget")]
    )

    assert (resolution.groups, resolution.offers, resolution.messages) == ((), (), context.messages)
    assert [(warning.code, warning.detail) for warning in resolution.warnings] == [("short_circuited", "over budget")]


NO_URL: Any = 5


def test_members_that_do_not_come_from_outside_pass_along_the_chain() -> None:
    seen: list[bool] = []

    def previews(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(preview=True))

    def looks(context: ChatContext, proceed: Proceed) -> Resolution:
        seen.append(context.preview)
        return proceed(context)

    resolve(catalog_of(), says("x"), interceptors=[previews, looks])

    assert seen == [True]


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


def test_errors_of_the_resolver_pass_through() -> None:
    def renames(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(prompt="other"))

    with pytest.raises(UnknownPrompt):
        resolve(catalog_of(), says("x"), interceptors=[renames])
    with pytest.raises(UnknownTool):
        resolve(catalog_of(), says("x", tools=["nobody"]), interceptors=[knows_the_department])
