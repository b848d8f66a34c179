"""What Java refuses, and what would be misread here, is refused at its place with a way out."""

import inspect
import sys

import pytest

from toolgroups_admin.engine.patterns import PatternFault, compile_pattern

SYNTAX = [
    ("a)", 1, "without its ("),
    ("(a", 0, "not closed"),
    ("ab[c", 2, "not closed"),
    ("*a", 0, "nothing for *"),
    ("a|+", 2, "nothing for +"),
    ("a**", 2, "nothing for *"),
    ("a{b", 1, "not a repetition"),
    ("a{2,1}", 1, "not a repetition"),
    ("a{2,b}", 1, "not a repetition"),
    ("a{99999999999}", 1, "not a repetition"),
    ("a{３}", 1, "not a repetition"),
    ("(?P<n>a)", 0, "no group of this kind"),
    ("(?i-s-m)", 0, "no group of this kind"),
    ("(?c)a", 0, "Canonical equivalence"),
    ("(?<1a>b)", 3, "name of a group"),
    ("(?<a-b>c)", 3, "name of a group"),
    ("(?<a>x)(?<a>y)", 7, "already a group named a"),
    (r"\ka", 0, "followed by the name"),
    (r"a\k<b>", 1, "no group named b"),
    (r"a\y", 1, "means nothing"),
    ("a\\", 1, "means nothing"),
    (r"[\A]", 1, "means nothing"),
    (r"[\1]", 1, "means nothing"),
    (r"\08", 0, "means nothing"),
    (r"\xg1", 0, "means nothing"),
    (r"\x4g", 0, "means nothing"),
    (r"\x{110000}", 0, "means nothing"),
    (r"\x{}", 0, "means nothing"),
    (r"\x{41", 0, "means nothing"),
    (r"\u12g4", 0, "means nothing"),
    (r"\c", 0, "means nothing"),
    (r"\b{g}", 0, "not supported"),
    (r"\ud83d", 0, "surrogate"),
    (r"\ud83d\u0041", 0, "surrogate"),
    (r"\x{D800}", 0, "surrogate"),
    (r"\N{NO SUCH NAME}", 0, "No character"),
    (r"\N{CJK UNIFIED IDEOGRAPH-4E2D}", 0, "No character"),
    (r"\N{WHITE", 0, "No character"),
    (r"\NA", 0, "No character"),
    (r"\p{Han}", 0, "property named Han"),
    (r"a\p{InNowhere}", 1, "property named InNowhere"),
    (r"\p{age=5}", 0, "property named age=5"),
    (r"\p{IsNothing}", 0, "property named IsNothing"),
    (r"\p{script=Nothing}", 0, "property named"),
    (r"\p", 0, "property named"),
    (r"\p{L", 0, "not closed"),
    ("[z-a]", 2, "ends before"),
    (r"[a-\d]", 2, "ends before"),
    ("[a-", 2, "ends before"),
]
NOT_COVERED = [
    ("[ab&&]", 4, "right side"),
    ("[a&&[b]&c]", 3, "right side"),
    (r"(a)(?i)\1", 7, "under (?i)"),
    (r"\1(a)", 0, "may not have been found"),
    (r"(a\1)", 2, "may not have been found"),
    (r"(?!(a))b\1", 8, "may not have been found"),
    (r"(?:(?=(a)|b)c|d)\1", 16, "may not have been found"),
    (r"(?:(a)b){2}\1", 11, "repeated group"),
    (r"(?<=(?:ab|c)+)d", 0, "no obvious maximum"),
    (r"(a)(?<=\1)", 3, "no obvious maximum"),
    (r"(?<=a+b+)c", 0, "no obvious maximum"),
    (r"(?<=a+b{2})c", 0, "no obvious maximum"),
    (r"(?<=a+?)c", 0, "no obvious maximum"),
    (r"(?<=a+)😀", 0, "no obvious maximum"),
    (r"(?<=(?>a|ab))c", 0, "look-behind"),
    (r"(?<=a?+)c", 0, "look-behind"),
    (r"(?<=a.{0,11})c", 0, "look-behind"),
    (r"(?<=.{0,3}a)c", 0, "look-behind"),
    (r"(?<=a.{0,3}b.)c", 0, "look-behind"),
    (r"(?<=a.{0,3}b{1,2})c", 0, "look-behind"),
    (r"(?<=\p{L}|abc)d", 0, "look-behind"),
    (r"(?<=a(?:.|bc))d", 0, "look-behind"),
    (r"(?<=\b.)c", 0, "look-behind"),
    (r"(?<=(?<=a).)c", 0, "look-behind"),
    (r"(?:^a?){2}", 7, "may find nothing"),
    (r"(?x)[a& ", 8, "not closed"),
    (r"\B", 0, "middle of an emoji"),
    (r"(?<!不).退", 0, "middle of an emoji"),
    (r"(?=\B).", 0, "middle of an emoji"),
    (r"(?!^).", 0, "middle of an emoji"),
    (r"\X\X", 0, "middle of an emoji"),
    (r"(?:\B|a)*", 0, "middle of an emoji"),
]


@pytest.mark.parametrize(("source", "position", "says"), SYNTAX + NOT_COVERED)
def test_a_refusal_names_the_place_and_the_way_out(source: str, position: int, says: str) -> None:
    with pytest.raises(PatternFault) as caught:
        compile_pattern(source)

    assert (caught.value.position, says in caught.value.message) == (position, True), str(caught.value)
    assert caught.value.remedy
    assert str(caught.value) == f"{caught.value.message} (at position {position})"


@pytest.mark.parametrize(
    "source",
    [
        r"^\B", r"\B[^a]", r"(?!.b).", r"(?=a).", r"(?<=a).", r"(?<=^|[ab]).", r"^\X$", r"(?<!不)退款", r"(\w)(?:\1)?",
        r"(?<=[^a]b)c", r"(?<=..)a", r"(?<=a\W)b", r"(?<=(?:ab){2})c", r"(?<=😀.{0,20})a", r"(?=(a+))\1", r"(?>(a))\1",
        r"(?:(a)|(b))c", r"\b{2}a", r"[a&b]", r"(?<=a|.)b", r"(?<=\bab|^)c", r"(?<=x[^a]{2})b",
    ],
)  # fmt: skip
def test_what_means_the_same_is_not_refused(source: str) -> None:
    assert compile_pattern(source).source == source


def test_where_the_stack_is_nearly_full_a_pattern_is_a_fault_not_a_crash() -> None:
    def called_from(depth: int) -> PatternFault:
        if depth:
            return called_from(depth - 1)
        with pytest.raises(PatternFault) as caught:
            compile_pattern("(" * 50 + ")" * 50)
        return caught.value

    frames = len(inspect.stack())

    assert "cannot be compiled" in called_from(sys.getrecursionlimit() - frames - 150).message
