"""Patterns that are found in every text are told; the engine finds them everywhere indeed."""

import pytest

from tests.engine.linting.linted import Json, any_of, condition, contains, findings, paths, with_matcher
from toolgroups_admin.engine.linting.patterns import _WANT_NOTHING
from toolgroups_admin.engine.patterns import compile_pattern

AT = "$.groups[0].matcher"


def matches(pattern: str) -> Json:
    return {"kind": "prompt_matches", "pattern": pattern}


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        pytest.param(matches(""), ".pattern", id="empty"),
        pytest.param(any_of(contains("order"), matches(".*")), ".rules[1].pattern", id="beside others"),
        pytest.param(condition("user_text", "matches", "^"), ".value", id="of a field"),
    ],
)
def test_a_pattern_that_wants_nothing_is_a_warning(rule: Json, path: str) -> None:
    [finding] = findings(with_matcher(rule), "pattern_everywhere")

    assert (finding.path, finding.severity, finding.field) == (AT + path, "warning", "matcher")


@pytest.mark.parametrize(
    "rule",
    [matches("a*b"), matches("^$"), condition("user_text", "contains", "^"), condition("account_id", "in", [""])],
)
def test_a_pattern_that_wants_something_is_none(rule: Json) -> None:
    assert not paths(with_matcher(rule), "pattern_everywhere")


@pytest.mark.parametrize("pattern", sorted(_WANT_NOTHING))
@pytest.mark.parametrize("text", ["", "a", "\n", "a\n\nb", "订单"])
def test_it_is_found_in_every_text(pattern: str, text: str) -> None:
    assert compile_pattern(pattern).compiled.search(text) is not None
