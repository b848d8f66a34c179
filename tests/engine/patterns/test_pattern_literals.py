"""Required literals: good ones are found, and none is ever required that a match can do without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.patterns import PatternFault, compile_pattern
from toolgroups_admin.engine.texts import fold


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        ("天气", {"天气"}),
        ("报表|invoice", {"报表", "invoice"}),
        ("(?i)(订单|快递|物流).*(查询|状态|到哪)", {"订单", "快递", "物流"}),
        ("查询.*订单号", {"订单号"}),
        (r"\bSTATUS\b", {"status"}),
        (r"^(?i:Select)\s", {"select"}),
        (r"(?<year>\d{4})年", {"年"}),
        ("(下雨|降雨)吗", {"下雨吗", "降雨吗"}),
        ("^(?=.*订单)(?=.*查询一下)", {"查询一下"}),
        ("(?<=退款)x+", {"退款"}),
        ("(?:ab){3}", {"ababab"}),
        ("a{3,}", {"aaa"}),
        ("(?:a|bc)?退款", {"a退款", "bc退款", "退款"}),
        ("(?:a.b)+", {"b"}),
        ("(?:退款.)+", {"退款"}),
        ("[订单]号", {"订号", "单号"}),
        (r"\d{6}", set("0123456789")),
        ("ΣΑΣ", {"σασ"}),
        ("(?iu)ſk", {"ſk", "sk"}),
        (r"\Qa.b\E", {"a.b"}),
        (r"a\Rbc", {"bc"}),
    ],
)
def test_the_best_literals_are_required(pattern: str, literals: set[str]) -> None:
    assert compile_pattern(pattern).literals == frozenset(literals)


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        ".*",
        "a*",
        "a?b*",
        r"\w+",
        "a|",
        "(?!a)",
        "^$",
        r"^\X",
        r"[^a]",
        "天气|.",
        "(?:天气)?",
        "(?:天气){0}",
        r"()\1",
        "[a-z]+",
    ],
)
def test_no_literal_is_required_where_a_match_can_do_without(pattern: str) -> None:
    assert compile_pattern(pattern).literals is None


def test_there_are_never_more_than_64() -> None:
    words = "|".join(f"w{number:03}" for number in range(65))

    assert compile_pattern(words).literals is None
    assert len(compile_pattern(words[:-5]).literals or ()) == 64


_LETTERS = "aAkKsSſKßẞiİıIσςΣé中国0 \n"
_ATOMS = st.sampled_from([*_LETTERS[:-1], ".", r"\w", r"\d", "^", "$", r"\b", "[aK中]", "[^a]", "a-", r"\s"])
_PATTERNS = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{2}", "{1,3}", "{0}", "??"])).map(
            lambda two: f"(?:{two[0]}){two[1]}"
        ),
        st.tuples(st.sampled_from(["?i:", "?iu:", "?=", "?!", "?<=", ""]), inner).map(
            lambda two: f"({two[0]}{two[1]})"
        ),
    ),
    max_leaves=10,
)


@given(_PATTERNS, st.text(_LETTERS, max_size=8))
def test_where_a_pattern_is_found_one_of_its_literals_stands(source: str, text: str) -> None:
    try:
        pattern = compile_pattern(source)
    except PatternFault:
        return
    if pattern.literals is not None and pattern.compiled.search(text, timeout=1):
        assert any(literal in fold(text) for literal in pattern.literals)
