"""Rules that others name."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.rules.ruling import (
    TRUE,
    UNKNOWN,
    all_of,
    any_of,
    condition,
    contains,
    has,
    matches,
    negated,
    ruling,
    says,
    shared,
    spec_of,
)
from toolgroups_admin.engine.rules.build import compile_rule, compile_shared_rules
from toolgroups_admin.engine.rules.compiling import Compiling


def faults(rules: Mapping[str, Any], *matchers: Any) -> list[tuple[str, str, str]]:
    compiling = Compiling()
    entries = [(f"$.rules[{place}]", name, spec_of(rule)) for place, (name, rule) in enumerate(rules.items())]
    compile_shared_rules(entries, compiling)
    for rule in matchers:
        compile_rule(spec_of(rule), "$.matcher", compiling)
    return [(fault.code, fault.path, fault.message) for fault in compiling.faults]


def test_a_reference_means_the_rule_whatever_the_order_of_the_document() -> None:
    rules = {"a": all_of(shared("b"), shared("c")), "b": contains("x"), "c": negated(shared("b"))}

    assert ruling(shared("b"), shared=rules).verdict(says("x")) is True
    assert ruling(shared("a"), shared=rules).verdict(says("x")) is False
    assert ruling(shared("c"), shared=rules).verdict(says("y")) is True
    assert ruling(negated(shared("u")), shared={"u": UNKNOWN}).verdict() is None


class Counting(dict[str, Any]):
    """An attribute that counts how often it is asked for a member."""

    asked = 0

    def __contains__(self, name: object) -> bool:
        self.asked += 1
        return super().__contains__(name)


def test_a_shared_rule_is_judged_once_a_request() -> None:
    rules = {"inner": negated(condition("attributes.x.y", "exists")), "outer": shared("inner")}
    counting = Counting()
    thrice = ruling(all_of(shared("inner"), shared("outer"), shared("inner")), shared=rules)

    assert thrice.verdict(has(x=counting)) is True
    assert counting.asked == 1


def test_an_unknown_name_is_refused_where_it_stands_and_the_known_ones_are_named() -> None:
    [(code, path, _)] = faults({"a": TRUE}, all_of(TRUE, shared("b")))

    assert (code, path) == ("unknown_rule", "$.matcher.rules[1].name")
    assert faults({"a": negated(shared("b"))})[0][:2] == ("unknown_rule", "$.rules[0].rule.name")


def test_many_known_names_are_not_all_said() -> None:
    compiling = Compiling()
    compile_shared_rules([("$", f"r{number:02}", spec_of(TRUE)) for number in range(30)], compiling)
    compile_rule(spec_of(shared("x")), "$", compiling)

    assert compiling.faults[0].remedy.endswith("r18, r19, ….")


def test_a_reference_to_a_faulty_rule_is_no_second_fault() -> None:
    assert faults({"a": condition("nothing", "exists")}, shared("a")) == [
        ("unknown_field", "$.rules[0].field", "There is no such field")
    ]


def test_of_two_rules_of_one_name_the_first_counts() -> None:
    compiling = Compiling()
    compile_shared_rules([("$.rules[0]", "a", spec_of(TRUE)), ("$.rules[1]", "a", spec_of(UNKNOWN))], compiling)

    assert compiling.shared["a"].kind == "always"


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ({"a": shared("a")}, {0: "a → a"}),
        ({"a": all_of(TRUE, shared("b")), "b": negated(shared("a"))}, {0: "a → b → a", 1: "b → a → b"}),
        (
            {"a": shared("b"), "b": shared("c"), "c": shared("a")},
            {0: "a → b → c → a", 1: "b → c → a → b", 2: "c → a → b → c"},
        ),
        ({"x": shared("a"), "a": all_of(shared("a"), shared("y")), "y": TRUE}, {1: "a → a"}),
        (
            {"a": shared("a"), "between": all_of(shared("a"), shared("b")), "b": any_of(shared("b"), TRUE)},
            {0: "a → a", 2: "b → b"},
        ),
    ],
)
def test_rules_that_run_in_a_circle_are_refused_with_the_way(rules: dict[str, Any], ways: dict[int, str]) -> None:
    assert sorted(faults(rules, *map(shared, rules))) == sorted(
        ("rule_cycle", f"$.rules[{place}]", f"The shared rule names itself: {way}") for place, way in ways.items()
    )


def test_between_two_circles_there_is_none() -> None:
    rules = {
        "a": all_of(shared("a"), shared("between")),
        "between": shared("b"),
        "b": any_of(shared("b"), shared("b")),
    }

    assert [path for _, path, _ in faults(rules)] == ["$.rules[0]", "$.rules[2]"]


def test_other_faults_of_rules_in_a_circle_are_said_too() -> None:
    found = faults({"a": all_of(shared("a"), matches("("))})

    assert [code for code, _, _ in found] == ["rule_cycle", "bad_pattern"]


def test_a_circle_of_thousands_is_refused_in_little_time() -> None:
    found = faults({f"r{number}": shared(f"r{(number + 1) % 3000}") for number in range(3000)})

    assert len(found) == 3000
    assert found[0][2].endswith("r18 → r19 → … → r0")


def test_rules_that_grow_with_every_name_are_refused_before_they_grow() -> None:
    doubling = {f"r{number}": all_of(shared(f"r{number + 1}"), shared(f"r{number + 1}")) for number in range(40)}
    found = faults({**doubling, "r40": TRUE})

    assert [code for code, _, _ in found] == ["tree_too_large"]


def test_a_chain_deeper_than_the_stack_is_refused() -> None:
    chain = {f"r{number}": negated(shared(f"r{number + 1}")) for number in range(2000)}
    found = faults({**chain, "r2000": TRUE})

    assert [code for code, _, _ in found] == ["tree_too_large"]


def test_the_deepest_rule_allowed_is_judged_and_explained() -> None:
    def nested(levels: int, inner: Any) -> Any:
        return inner if levels == 0 else negated(nested(levels - 1, inner))

    deep = ruling(nested(60, shared("low")), shared={"low": nested(60, TRUE)})

    assert deep.verdict() is True
    assert deep.tree().verdict == "true"
    assert deep.blockers() == ()


def test_evidence_of_a_reference_is_the_rules_own() -> None:
    assert ruling(shared("a"), shared={"a": TRUE}).evidence().verdict == "true"
