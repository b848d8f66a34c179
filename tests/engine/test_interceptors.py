"""Interceptors around the resolver: contract 10."""

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.building import catalog_of, condition, group, keys, says, tool
from toolgroups_admin.engine import (
    ChatContext,
    Interceptor,
    Resolution,
    UnknownPrompt,
    UnknownTool,
    resolve,
)
from toolgroups_admin.engine.interceptors import Proceed
from toolgroups_admin.engine.rules.readonly import viewed

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


def test_what_it_passes_on_and_returns_are_the_callers_own_objects_again() -> None:
    context = says([{"type": "text", "text": "x"}], attributes={"roles": ["a", {"b": 1}], "deep": {"c": []}})
    seen: list[ChatContext] = []

    def wraps(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(attributes={**context.attributes, "kept": [context.attributes["deep"], (1,)][:1]}))

    def looks(context: ChatContext, proceed: Proceed) -> Resolution:
        seen.append(context)
        return proceed(context)

    resolution = resolve(catalog_of(), context, interceptors=[wraps, looks])

    assert resolution.messages[0] is context.messages[0]
    assert viewed(seen[0].attributes) == {**context.attributes, "kept": [{"c": []}]}
    assert viewed(seen[0].attributes)["roles"] is context.attributes["roles"]


@pytest.mark.parametrize("order", [0, 10_100])
@pytest.mark.parametrize(
    ("removed", "wanted", "choice", "codes"),
    [
        (["t"], {"tool": "t"}, None, ["tool_choice_not_offered"]),
        (["u"], {"tool": "t"}, {"tool": "t"}, []),
        (["t"], "required", "required", []),
        (["t", "u"], "required", None, []),
    ],
)
def test_a_choice_goes_with_the_tools_that_an_interceptor_takes_away(
    order: int, removed: list[str], wanted: Any, choice: Any, codes: list[str]
) -> None:
    catalog = catalog_of(group("g", tool("t"), tool("u")))

    resolution = resolve(
        catalog,
        says("x", tool_choice=wanted),
        interceptors=[Interceptor("trims", lambda c, proceed: proceed(c).without_tools(*removed), order)],
    )

    assert resolution.tool_choice == choice
    assert [warning.code for warning in resolution.warnings] == codes


def test_of_two_resolvings_either_may_be_returned() -> None:
    def tries_both(context: ChatContext, proceed: Proceed) -> Resolution:
        first = proceed(context)
        proceed(context.with_(attributes={"department": "finance"}))
        return first

    assert resolve(catalog_of(FINANCE), says("x"), interceptors=[tries_both]).groups == ()


def test_a_request_cut_short_has_an_explanation_when_that_is_asked_for() -> None:
    def sets(context: ChatContext, proceed: Proceed) -> Resolution:
        headers = {**context.request.headers, "x-tenant": "a"}
        return proceed(context.with_(request=replace(context.request, headers=headers)))

    resolution = resolve(
        catalog_of(FINANCE),
        says("x"),
        explain=True,
        interceptors=[Interceptor("sets", sets), lambda context, _: context.unresolved("over budget")],
    )

    assert resolution.explanation is not None
    assert (resolution.explanation.groups, resolution.explanation.tools) == ((), ())
    assert resolution.explanation.set_by == {"request.headers.x-tenant": "sets"}


def test_of_two_inline_tools_only_the_removed_one_is_told_as_removed() -> None:
    resolution = resolve(
        catalog_of(),
        says("x", tools=[{"name": "a"}, {"name": "b"}]),
        explain=True,
        interceptors=[lambda c, proceed: proceed(c).without_tools("b")],
    )

    assert resolution.explanation is not None
    assert [each.outcome for each in resolution.explanation.tools] == ["offered", "removed"]


def test_errors_of_the_resolver_pass_through() -> None:
    def renames(context: ChatContext, proceed: Proceed) -> Resolution:
        return proceed(context.with_(prompt="other"))

    with pytest.raises(UnknownPrompt):
        resolve(catalog_of(), says("x"), interceptors=[renames])
    with pytest.raises(UnknownTool):
        resolve(catalog_of(), says("x", tools=["nobody"]), interceptors=[knows_the_department])
