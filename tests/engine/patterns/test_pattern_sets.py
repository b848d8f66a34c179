"""Properties, classes and letter case of patterns, character by character against JDK 17."""

import pytest

from tests.engine.patterns.java_reference import java_17, java_finds
from toolgroups_admin.engine.patterns import compile_pattern
from toolgroups_admin.engine.patterns.unicode_names import BLOCKS, SCRIPTS

pytestmark = [
    pytest.mark.skipif(java_17() is None, reason="no JDK 17 on this machine to compare with"),
    pytest.mark.no_cover,
]

CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf Co Pd Ps Pe Pc Po Sm Sc Sk So Pi Pf L M N Z P S LC LD L1 all"
)
POSIX = "Alpha Digit Alnum Upper Lower Punct Graph Print Blank Cntrl XDigit Space"
BINARY = (
    "Alphabetic Letter Ideographic Lowercase Uppercase Titlecase White_Space Control Punctuation Hex_Digit Assigned"
    " Noncharacter_Code_Point Digit Join_Control WhiteSpace Alnum Blank Graph Print"
)
JAVA = (
    "LowerCase UpperCase TitleCase Alphabetic Ideographic Digit Defined Letter LetterOrDigit JavaIdentifierStart"
    " JavaIdentifierPart UnicodeIdentifierStart UnicodeIdentifierPart IdentifierIgnorable SpaceChar Whitespace ISOControl Mirrored"
)
SETS = [
    *(rf"\p{{{name}}}" for name in CATEGORIES.split()),
    *(f"{flags}\\p{{{name}}}" for name in [*POSIX.split(), "ASCII"] for flags in ("", "(?i)", "(?U)", "(?iU)")),
    *(rf"\p{{Is{name}}}" for name in BINARY.split()),
    *(rf"(?i)\p{{java{name}}}" for name in JAVA.split()),
    *(
        r"\p{javaLowerCase}",
        r"\p{javaUpperCase}",
        r"\p{javaTitleCase}",
        r"(?i)\p{Lu}",
        r"(?i)\p{Lt}",
        r"(?i)\p{IsLowercase}",
    ),
    *(
        f"{flags}{escape}"
        for escape in (r"\w", r"\d", r"\s", r"\h", r"\v", r"\W", r"\D", r"\S")
        for flags in ("", "(?U)")
    ),
    *(f"(?iu){character}" for character in "kKsSſßẞiIİıÅåµμΩσςΣǅaé"),
    *(f"(?iu){of}" for of in ("[a-z]", "[à-ÿ]", "[Ā-ſ]", "[α-ω]", "[ß]", "[ſ]", "[K]")),
    *(f"(?i){of}" for of in ("[a-z]", "[Z-a]", "[à-ÿ]", "[K]", "é")),
]

# Characters that Unicode itself has put into another class since version 13, which JDK 17 keeps to.
MOVED = (
    *(
        0x295,
        0xC04,
        0xF82,
        0xF83,
        0x10FC,
        0x1734,
        0x226D,
        0x30FB,
        0xAB69,
        0xFF65,
        0x11080,
        0x11081,
        0x1171E,
        0x16FE2,
        0x16FE3,
    ),
    *range(0x363, 0x370),
    *range(0x1DD3, 0x1DE7),
)
CHARACTERS = [
    chr(code)
    for code in (*range(1, 0x600), *range(0x600, 0xD800, 23), *range(0xE000, 0x20000, 41), 0x20000, 0xE0100, 0x10FFFD)
    if code not in MOVED
]


def test_every_set_holds_the_characters_that_java_17_knows_and_puts_there() -> None:
    [known, *answers] = java_finds([(of, CHARACTERS) for of in [r"\p{javaDefined}", *SETS]])

    different = {}
    for of, answer in zip(SETS, answers, strict=True):
        search = compile_pattern(of).compiled.search
        wrong = [
            hex(ord(character))
            for character, defined, found in zip(CHARACTERS, known, answer, strict=True)
            if defined and bool(found) is not bool(search(character))
        ]
        if wrong:
            different[of] = wrong

    assert different == {}


def test_every_script_and_block_is_known_to_java_by_its_names() -> None:
    names = [*(rf"\p{{script={name}}}" for name in SCRIPTS), *(rf"\p{{In{name}}}" for name in BLOCKS)]

    refused = [
        name
        for name, answer in zip(names, java_finds([(name, [""]) for name in names]), strict=True)
        if answer == "refused"
    ]

    assert refused == []
