r"""The character properties of `\p{…}`, as Java 17 names and means them."""

from .charsets import ANYTHING, CharSet, between, intersection, negation, one_of, union
from .unicode_names import BLOCKS, SCRIPTS


def posix(name: str, *, ignore_case: bool) -> CharSet | None:
    r"""A POSIX class under (?U), where it means Unicode: the name in any case."""
    return _cased(name.upper(), _POSIX, ignore_case)


def named(name: str, *, ignore_case: bool) -> CharSet | None:
    r"""`\p{name}`: a general category, an ASCII class or a `java…` method; spelled exactly."""
    if name in _CATEGORIES:
        return _unicode("LC" if ignore_case and name in ("Lu", "Ll", "Lt") else name)
    return _cased(name, _NAMED, ignore_case)


def binary(name: str, *, ignore_case: bool) -> CharSet | None:
    r"""`\p{Is…}`: a binary property of Unicode, in any case."""
    return _cased(name.upper(), _BINARY | _POSIX, ignore_case)


def script(name: str) -> CharSet | None:
    r"""`\p{script=…}`: a script by its name or its four letters, in any case."""
    known = SCRIPTS.get(name.upper())
    return _unicode(f"Script={known}") if known else None


def block(name: str) -> CharSet | None:
    r"""`\p{In…}`: a block by its name, with or without spaces, or as Java's constant; in any case."""
    place = BLOCKS.get(name.upper())
    return between(*place) if place else None


def _unicode(name: str) -> CharSet:
    return CharSet(rf"\p{{{name}}}", astral=True)


def _ascii(source: str) -> CharSet:
    return CharSet(source)


def _cased(name: str, table: dict[str, CharSet], ignore_case: bool) -> CharSet | None:
    return _IGNORING_CASE.get(name, table.get(name)) if ignore_case and name in table else table.get(name)


DIGITS = between(ord("0"), ord("9"))
WORD = _ascii("[a-zA-Z0-9_]")
SPACE = one_of(" \t\n\x0b\f\r")
HORIZONTAL = one_of(
    "\t \u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
VERTICAL = one_of("\n\x0b\f\r\u0085\u2028\u2029")
NOT_LINE_BREAK = negation(one_of("\n\r\x85\u2028\u2029"))
NOT_NEWLINE = negation(one_of("\n"))
DOTS = (ANYTHING, NOT_LINE_BREAK, NOT_NEWLINE)

_LETTERS = _ascii("[a-zA-Z]")
_GRAPH = union(*map(_unicode, ("L", "M", "N", "P", "S", "Cf", "Co")))
_TAB = one_of("\t")
_IGNORABLE = union(CharSet(r"[\x00-\x08\x0E-\x1B\x7F-\x9F]"), _unicode("Cf"))
_ANY_CASE = union(_unicode("Lowercase"), _unicode("Uppercase"), _unicode("Lt"))
_JAVA_START = union(*map(_unicode, ("L", "Nl", "Sc", "Pc")))
_UNICODE_START = union(*map(_unicode, ("L", "Nl", "Other_ID_Start")))
_LATER = union(*map(_unicode, ("Pc", "Nd", "Mc", "Mn")), _IGNORABLE)

UNICODE_DIGITS = _unicode("Nd")
UNICODE_SPACE = union(_unicode("Z"), CharSet(r"[\t-\r\x85]"))
UNICODE_WORD = union(*map(_unicode, ("Alphabetic", "M", "Nd", "Pc")), one_of("\u200c\u200d"))

_CATEGORIES = frozenset(
    [
        "Cn",
        "Lu",
        "Ll",
        "Lt",
        "Lm",
        "Lo",
        "Mn",
        "Me",
        "Mc",
        "Nd",
        "Nl",
        "No",
        "Zs",
        "Zl",
        "Zp",
        "Cc",
        "Cf",
        "Co",
        "Cs",
        "Pd",
        "Ps",
        "Pe",
        "Pc",
        "Po",
        "Sm",
        "Sc",
        "Sk",
        "So",
        "Pi",
        "Pf",
        "L",
        "M",
        "N",
        "Z",
        "C",
        "P",
        "S",
        "LC",
    ]
)

_POSIX = {
    "ALPHA": _unicode("Alphabetic"),
    "LOWER": _unicode("Lowercase"),
    "UPPER": _unicode("Uppercase"),
    "SPACE": UNICODE_SPACE,
    "PUNCT": _unicode("P"),
    "XDIGIT": union(UNICODE_DIGITS, CharSet("[A-Fa-f\uff21-\uff26\uff41-\uff46]")),
    "ALNUM": union(_unicode("Alphabetic"), UNICODE_DIGITS),
    "CNTRL": _unicode("Cc"),
    "DIGIT": UNICODE_DIGITS,
    "BLANK": union(_unicode("Zs"), _TAB),
    "GRAPH": _GRAPH,
    "PRINT": union(_GRAPH, _unicode("Zs")),
}

_BINARY = {
    "ALPHABETIC": _unicode("Alphabetic"),
    "LETTER": _unicode("L"),
    "IDEOGRAPHIC": _unicode("Ideographic"),
    "LOWERCASE": _unicode("Lowercase"),
    "UPPERCASE": _unicode("Uppercase"),
    "TITLECASE": _unicode("Lt"),
    "WHITE_SPACE": UNICODE_SPACE,
    "WHITESPACE": UNICODE_SPACE,
    "CONTROL": _unicode("Cc"),
    "PUNCTUATION": _unicode("P"),
    "HEX_DIGIT": _POSIX["XDIGIT"],
    "HEXDIGIT": _POSIX["XDIGIT"],
    "ASSIGNED": negation(_unicode("Cn")),
    "NONCHARACTER_CODE_POINT": _unicode("Noncharacter_Code_Point"),
    "NONCHARACTERCODEPOINT": _unicode("Noncharacter_Code_Point"),
    "JOIN_CONTROL": one_of("\u200c\u200d"),
    "JOINCONTROL": one_of("\u200c\u200d"),
    "WORD": UNICODE_WORD,
}

_NAMED = {
    "LD": union(_unicode("L"), UNICODE_DIGITS),
    "L1": between(0, 0xFF),
    "all": union(ANYTHING, ANYTHING),
    "ASCII": between(0, 0x7F),
    "Alnum": _ascii("[a-zA-Z0-9]"),
    "Alpha": _LETTERS,
    "Blank": one_of(" \t"),
    "Cntrl": _ascii(r"[\x00-\x1F\x7F]"),
    "Digit": DIGITS,
    "Graph": between(0x21, 0x7E),
    "Lower": between(ord("a"), ord("z")),
    "Print": between(0x20, 0x7E),
    "Punct": _ascii(r"[\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E]"),
    "Space": SPACE,
    "Upper": between(ord("A"), ord("Z")),
    "XDigit": _ascii("[0-9a-fA-F]"),
    "javaLowerCase": _unicode("Lowercase"),
    "javaUpperCase": _unicode("Uppercase"),
    "javaTitleCase": _unicode("Lt"),
    "javaAlphabetic": _unicode("Alphabetic"),
    "javaIdeographic": _unicode("Ideographic"),
    "javaDigit": UNICODE_DIGITS,
    "javaDefined": negation(_unicode("Cn")),
    "javaLetter": _unicode("L"),
    "javaLetterOrDigit": union(_unicode("L"), UNICODE_DIGITS),
    "javaJavaIdentifierStart": _JAVA_START,
    "javaJavaIdentifierPart": union(_JAVA_START, _LATER),
    "javaUnicodeIdentifierStart": _UNICODE_START,
    "javaUnicodeIdentifierPart": union(_UNICODE_START, _LATER, _unicode("Other_ID_Continue")),
    "javaIdentifierIgnorable": _IGNORABLE,
    "javaSpaceChar": _unicode("Z"),
    "javaWhitespace": union(
        intersection(_unicode("Z"), negation(one_of("\u00a0\u2007\u202f"))), CharSet(r"[\t-\r\x1C-\x1F]")
    ),
    "javaISOControl": CharSet(r"[\x00-\x1F\x7F-\x9F]"),
    "javaMirrored": _unicode("Bidi_Mirrored"),
}

_IGNORING_CASE = {
    **dict.fromkeys(("LOWER", "UPPER", "LOWERCASE", "UPPERCASE", "TITLECASE"), _ANY_CASE),
    **dict.fromkeys(("javaLowerCase", "javaUpperCase", "javaTitleCase"), _ANY_CASE),
    **dict.fromkeys(("Lower", "Upper"), _LETTERS),
}
