"""The features of Java's dialect, each with texts that tell readings apart; run as a script it asks Java for the answers.

`python tests/engine/patterns/pattern_features.py` writes `tests/engine/cases/patterns.json`.
"""

import json
from pathlib import Path

from java_reference import java_finds

CASES = Path(__file__).parents[1] / "cases" / "patterns.json"

_PLAIN = ("foobar", "退款 abab 24元", "a", "")
_LINES = ("a\nb", "a\rb", "ab\n", "ab\r\n", "ab\u2028", "ab\u0085", "a\u2028b", "ab\n\n", "xab", "a\r\nb")
_LETTERS = ("aZ_09", "中文", "é", "１２", "\u3000", "\u00a0", "ſ", "\u212a", "ß", "ẞ", "İ", "ı", "SS", "I", "😀", "!")

FEATURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "look ahead": (r"foo(?=bar)", _PLAIN),
    "negative look ahead": (r"foo(?!bar)", ("foobar", "foobaz", "foo")),
    "look behind, fixed": (r"(?<=退)款", ("退款", "借款", "款")),
    "look behind, bounded": (r"(?<=\d{2,4})元", ("24元", "4元", "12345元", "一元")),
    "look behind, alternation of lengths": (r"(?<=a|bcd)x", ("ax", "bcdx", "cdx", "x")),
    "look behind, one set without bound": (r"(?<=a+)b", ("aab", "b", "cb")),
    "look behind, group without bound": (r"(?<=(?:ab|c)+)d", ("abd", "d")),
    "look behind, gap": (
        r"(?<!不.{0,3})退款",
        ("不退款", "不😀退款", "不😀😀退款", "不要给我退款", "不想给我办退款", "退款"),
    ),
    "look behind, gap that may not be empty": (
        r"(?<=不.{2,3})退",
        ("不退", "不a退", "不ab退", "不😀退", "不😀😀退", "不a😀退", "不abc退", "不ab😀退"),
    ),
    "look behind, start or no digit": (r"(?<=^|[^0-9])1", ("1", "a1", "😀1", "11", "21")),
    "negative look behind": (r"(?<!不)退款", ("不退款", "退款", "😀退款")),
    "reference": (r"(\w)\1", ("abba", "abab", "")),
    "named group": (r"(?<year>\d{4})年", ("2026年", "26年")),
    "named reference": (r"(?<x>[ab])\k<x>", ("abaab", "ab")),
    "possessive": (r"a++b", ("aab", "aac")),
    "possessive, never found": (r"^a*+a", ("aaa", "")),
    "possessive, counted": (r"^a{1,3}+a", ("aaa", "aaaa")),
    "possessive group": (r"(?:a|ab){2}+c", ("aabc", "aac", "abac")),
    "atomic": (r"^(?>a+)ab", ("aaab", "ab")),
    "lazy": (r"a.*?b", ("axbxb", "ab", "a\nb")),
    "letters": (r"^\p{L}+$", _LETTERS),
    "letters without braces": (r"^\pL+$", _LETTERS),
    "upper case": (r"\p{Lu}", _LETTERS),
    "IsL": (r"^\p{IsL}+$", _LETTERS),
    "IsHan": (r"\p{IsHan}+", ("a中文b", "〇𠀀", "かな", "")),
    "not IsHan": (r"\P{IsHan}", ("中a", "中", "😀")),
    "script and sc": (r"\p{script=Han}\p{sc=Han}", ("中文", "中a")),
    "Han alone": (r"\p{Han}", _PLAIN),
    "InCJKUnifiedIdeographs": (r"\p{InCJKUnifiedIdeographs}", ("中", "㐀", "a")),
    "InCJK_UNIFIED_IDEOGRAPHS": (r"\p{InCJK_UNIFIED_IDEOGRAPHS}", ("中", "㐀", "a")),
    "blk": (r"\p{blk=CJKUnifiedIdeographs}", ("中", "㐀", "a")),
    "block": (r"\p{block=Latin-1 Supplement}", ("é", "a", "中")),
    "gc": (r"\p{gc=Lu}", _LETTERS),
    "general_category": (r"\p{general_category=Nd}", _LETTERS),
    "IsAlphabetic": (r"\p{IsAlphabetic}", _LETTERS),
    "IsIdeographic": (r"\p{IsIdeographic}", _LETTERS),
    "Alpha": (r"\p{Alpha}", _LETTERS),
    "Lower": (r"\p{Lower}", _LETTERS),
    "Lower ignoring case": (r"(?i)\p{Lower}", _LETTERS),
    "Punct": (r"\p{Punct}", ("a!", "，", "$", "_")),
    "javaLowerCase": (r"\p{javaLowerCase}", _LETTERS),
    "Chinese range": (r"[\u4e00-\u9fa5]+", ("a中文b", "abc", "〇")),
    r"\u": (r"\u4e2d", ("中", "u4e2d")),
    r"\u pair": (r"\ud83d\ude00", ("😀", "😁")),
    r"\x{}": (r"\x{4e2d}\x{1F600}", ("中😀", "中")),
    r"\x": (r"\x41", ("A", "x41")),
    "octal": (r"\0101\07", ("A\x07", "A", "\x07101")),
    r"\h": (r"a\hb", ("a b", "a\tb", "a\u3000b", "a\nb", "a\u180eb")),
    r"\H": (r"^\H+$", ("ab", "a b", "a\nb")),
    r"\R": (r"a\Rb", ("a\nb", "a\r\nb", "a\u2028b", "a\x0bb", "a b")),
    r"\R twice": (r"a\R{2}b", ("a\r\nb", "a\n\nb", "a\r\n\r\nb")),
    r"\R and the rest of it": (r"a\R\nb", ("a\r\nb", "a\n\nb")),
    r"\v": (r"a\vb", ("a\x0bb", "a\nb", "a\u2028b", "avb")),
    r"\V": (r"^\V$", ("a", "\n", "😀")),
    r"\X": (r"^\X$", ("a", "e\u0301", "ab", "\r\n", "👨\u200d👩\u200d👧", "🇨🇳", "가")),
    r"\Q…\E": (r"\Qa.b(c\E+", ("a.b(cc", "axb(c")),
    r"\Q without \E": (r"\Qa.b", ("a.b", "axb")),
    r"\Q in a class": (r"[\Q]^-\E]+", ("a]^-", "Q")),
    r"\A and \z": (r"\Aab\z", ("ab", "ab\n", "xab")),
    r"\Z": (r"ab\Z", _LINES),
    r"\G": (r"\Ga", ("a", "ba")),
    r"\b on ASCII": (r"\bid\b", ("id", "an id.", "ids", "_id", "id1")),
    r"\b beside Chinese": (r"\bid\b", ("中id文", "id 文", "，id，")),
    r"\b of Chinese": (r"\b单\b", ("单", "订单号", "a 单 b")),
    r"\b and marks": (r"e\b", ("e\u0301", "e", "e\u0301\u0301a", " \u0301e")),
    r"\B": (r"a\B.", ("ab", "a b", "a\u0301")),
    r"\w": (r"^\w+$", _LETTERS),
    r"\d": (r"\d", _LETTERS),
    r"\s": (r"\s", ("\u3000", "\u00a0", "\u0085", "\x0b", "\x1c", " ")),
    "dot": (r"^a.b$", ("a\nb", "a\rb", "a\u2028b", "a\u0085b", "a\x0bb", "a😀b", "a\u2029b")),
    "dollar": (r"ab$", _LINES),
    "dollar, many lines": (r"(?m)ab$", _LINES),
    "caret, many lines": (r"(?m)^b", _LINES),
    "caret, empty text": (r"(?m)^", ("", "\n", "a\n")),
    "one emoji": (r"^.$", ("😀", "ab", "中")),
    "ignoring case": (r"(?i)refund", ("ReFuNd", "refun")),
    "ignoring case beyond ASCII": (r"(?i)é", ("é", "É")),
    "ignoring case, kelvin": (r"(?i)k", ("K", "\u212a")),
    "Unicode case": (r"(?iu)é", ("é", "É")),
    "Unicode case, long s": (r"(?iu)ſ", _LETTERS),
    "Unicode case, sharp s": (r"(?iu)ß", _LETTERS),
    "Unicode case, sharp s in a word": (r"(?iu)aß", ("aß", "Aẞ", "ass")),
    "Unicode case, dotted i": (r"(?iu)i", _LETTERS),
    "Unicode case, kelvin": (r"(?iu)k", _LETTERS),
    "Unicode case, range": (r"(?iu)[a-z]", _LETTERS),
    "Unicode classes": (r"(?U)^\w+$", _LETTERS),
    "Unicode classes, boundary": (r"(?U)\bé\b", ("é", "éa", "中é")),
    "Unicode classes, POSIX": (r"(?U)\p{Alpha}\p{Lower}", ("中é", "aé", "a1")),
    "dot finds all": (r"(?s)a.b", ("a\nb", "a\r\nb")),
    "comments": ("(?x) a b # c\n d", ("abd", "a b d", "abcd")),
    "comments in a class": ("(?x)[a b#c\n]+", ("ab", "a b", "c")),
    "Unix lines": (r"(?d)a.b$", ("a\rb\n", "a\nb", "a\u2028b\r")),
    "flags of a group": (r"(?i:a)b", ("Ab", "AB")),
    "flags within": (r"a(?i)b", ("aB", "AB")),
    "flags off": (r"(?i)a(?-i)b", ("Ab", "AB")),
    "flags on and off": (r"(?s)(?i-s:a.)", ("Ab", "A\n")),
    "intersection": (r"^[a-z&&[^aeiou]]+$", ("bcd", "bad", "BCD")),
    "intersection without brackets": (r"[a-z&&def]", ("a", "e", "&")),
    "intersection of three": (r"[a-z&&[^aeiou]&&[^xyz]]", ("a", "b", "x")),
    "union": (r"^[a-d[m-p]]+$", ("adm", "e")),
    "negated union": (r"[^a-d[m-p]]", ("adm", "e")),
    "a set and its complement": (r"[^\p{L}[^\p{L}]]", ("a", "1", "中")),
    "class with properties": (r"^[\p{IsHan}\w]+$", ("中a_", "中，")),
    "negated property in a class": (r"[^\p{IsHan}]", ("中a", "中")),
    "POSIX brackets": (r"^[[:alpha:]]+$", ("alpha:", "beta")),
    "a{1001}": (r"^a{1001}$", ("a" * 1001, "a" * 1000)),
    "a{1,5000}": (r"^a{1,5000}$", ("a" * 4000, "")),
    "{,3}": (r"^x{,3}$", ("xx",)),
    "lone {": (r"a{b", ("a{b",)),
    "lone } and ]": (r"a}]", ("a}]",)),
    "{ after a quantifier": (r"a{2}{3}", ("aa", "aaaaaa")),
    "(?#": (r"a(?#c)b", ("ab",)),
    "conditional": (r"(a)?(?(1)b|c)", ("ab",)),
    "(?P<": (r"(?P<n>a)", ("a",)),
    r"\K": (r"a\Kb", ("ab",)),
    "reference to a missing group": (r"(a)\2", ("aa", "a")),
    "reference to a group not found": (r"(?:(a)|b)\1", ("aa", "bb", "b")),
    r"\11": (r"(a)\11", ("aa1", "aa")),
    r"\11 with eleven groups": ("(a)" + "(b)" * 9 + r"(c)\11", ("abbbbbbbbbcc", "abbbbbbbbbca1")),
    r"\v from which a range goes": (r"[\v-\r]", ("\x0b", "\r", "\n", "\u2028")),
    "look behind, wide and narrow": (r"(?<=\bab|^)c", ("abc", "c", "xc")),
    "two groups of one name": (r"(?<a>x)|(?<a>y)", ("x",)),
    "unknown escape": (r"\y", ("y",)),
    "escaped marks": (r"\-\/\#\@", ("-/#@",)),
    "escaped Chinese": (r"\中", ("中", "文")),
    r"\e \a \cA": (r"\e\a\cA", ("\x1b\x07\x01", "eacA")),
    r"\N": (r"\N{WHITE SMILING FACE}", ("☺", "a")),
    "empty alternative": (r"^(?:a|)$", ("a", "", "b")),
    "quantifier in a quantifier": (r"^(a*)*$", ("aaa", "", "b")),
    "a**": (r"a**", ("aa",)),
    "quantified look ahead": (r"(?=a)*b", ("ab", "b")),
    "leading ] in a class": (r"[]a]", ("]", "a", "b")),
    "hyphen at the end of a class": (r"[a-]+", ("a-", "b")),
    "caret within a class": (r"[a^]+", ("a^", "b")),
    "empty pattern": ("", ("", "a")),
    "only flags": ("(?i)", ("", "a")),
}


def write_cases() -> None:
    """Asks Java and writes what it answers."""
    answers = java_finds([(pattern, texts) for pattern, texts in FEATURES.values()])
    cases = [
        {"feature": feature, "pattern": pattern, "texts": texts, "java": answer}
        for (feature, (pattern, texts)), answer in zip(FEATURES.items(), answers, strict=True)
    ]
    lines = ",\n".join(json.dumps(case) for case in cases)
    CASES.write_text(f"[\n{lines}\n]\n", encoding="ascii")


if __name__ == "__main__":
    write_cases()
