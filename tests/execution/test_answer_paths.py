"""JSONPaths look into what any service may answer, so they are bounded."""

import pytest

from toolgroups_admin.execution import BadAnswerPath, answer_path


@pytest.mark.parametrize(
    "path", ["$", "$.a.b[0]", "$['名']", "$..id", "$.a[?@.b == 'c'].d", "$[?length(@.a) > 2]", "$.a[1:3]"]
)
def test_paths_of_the_standard_are_understood(path: str) -> None:
    assert answer_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a",
        "$.",
        "$[",
        "$..a..b",
        "$[?search(@.a, '(x+)+$')]",
        "$[?match(@.a, 'x')]",
        "$[?@.a =~ /x/]",
        "$" + "[?@" * 2000,
    ],
)
def test_what_is_malformed_or_without_bounds_is_refused_by_name(path: str) -> None:
    with pytest.raises(BadAnswerPath) as bad:
        answer_path(path)

    assert repr(path) in str(bad.value)
