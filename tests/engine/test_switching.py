"""Switching off and on in a compiled catalog: the same as compiling with the switches (contract 6)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.building import contains, document, group, keys, says, tool
from toolgroups_admin.engine import Catalog, compile_catalog, resolve, with_switches

NAMES = ("group:a", "group:b", "group:c", "tool:t1", "tool:t2", "tool:nowhere", "group:nowhere")
SHOP = document(
    group("a", tool("t1"), matcher=contains("rain")),
    group("b", tool("t2"), matcher=contains("snow", "rain")),
    group("c", enabled=False),
)
SWITCHES = st.frozensets(st.sampled_from(NAMES))


def shown(catalog: Catalog, text: str) -> object:
    resolution = resolve(catalog, says(text), explain=True)
    return resolution.groups, keys(resolution), resolution.explanation


@given(SWITCHES, SWITCHES, st.sampled_from(["rain", "snow", "sun"]))
def test_switching_gives_what_compiling_with_the_switches_gives(
    before: frozenset[str], after: frozenset[str], text: str
) -> None:
    compiled = compile_catalog(SHOP, switched_off=before)

    switched = with_switches(compiled, after)

    assert switched.switched_off == after
    assert switched.digest == compiled.digest
    assert shown(switched, text) == shown(compile_catalog(SHOP, switched_off=after), text)


def test_a_group_that_is_named_by_the_request_is_off_too() -> None:
    whole = document(group("own"))
    whole["groups"].append(group("other"))
    catalog = compile_catalog(whole)

    switched = with_switches(catalog, frozenset({"group:other"}))

    assert resolve(catalog, says("x", groups=["other"])).groups == ("own", "other")
    assert resolve(switched, says("x", groups=["other"])).groups == ("own",)


def test_the_same_switches_give_the_same_catalog() -> None:
    catalog = compile_catalog(SHOP, switched_off=frozenset({"group:a"}))

    assert with_switches(catalog, frozenset({"group:a"})) is catalog


def test_what_no_switch_touches_is_shared_and_the_catalog_stays_as_it_was() -> None:
    catalog = compile_catalog(SHOP)

    switched = with_switches(catalog, frozenset({"group:a"}))

    assert switched.groups["b"] is catalog.groups["b"]
    assert switched.groups["a"].rule is catalog.groups["a"].rule
    assert not catalog.groups["a"].switched_off


def test_a_tool_that_is_switched_off_leaves_the_prompts_as_they_are() -> None:
    catalog = compile_catalog(SHOP)

    assert dict(with_switches(catalog, frozenset({"tool:t1"})).prompts) == dict(catalog.prompts)
