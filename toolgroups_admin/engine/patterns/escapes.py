r"""What stands behind a backslash, as Java 17 reads it; `\p{…}` apart."""

import string
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from ..faults import gettext_noop
from .anchors import START, STOP, before_final_break, boundary, no_boundary
from .charsets import CharSet, negation
from .flags import Flags
from .nodes import Anchor, BackReference, Grapheme, LineBreak
from .properties import DIGITS, HORIZONTAL, SPACE, UNICODE_DIGITS, UNICODE_SPACE, UNICODE_WORD, VERTICAL, WORD
from .reading import END, Reader

Escape = str | CharSet | Anchor | LineBreak | Grapheme | BackReference

_WRITE_BACKSLASH = gettext_noop("Write a backslash itself as \\\\.")
_NAMES_WITHOUT_LETTERS = (
    "CJK UNIFIED IDEOGRAPH-",
    "CJK COMPATIBILITY IDEOGRAPH-",
    "HANGUL SYLLABLE ",
    "TANGUT IDEOGRAPH-",
)


@dataclass(slots=True)
class Groups:
    """The capturing groups opened so far."""

    count: int = 0
    names: dict[str, int] = field(default_factory=dict)


def read_escape(reader: Reader, flags: Flags, groups: Groups, *, in_class: bool, in_range: bool = False) -> Escape:
    """Reads an escape with the cursor on its backslash: a character, a set, or outside of a class a place or reference."""
    start = reader.cursor
    letter = reader.skip()
    if letter == "v" and in_range:
        return "\x0b"
    if letter in _CHARACTERS:
        return _CHARACTERS[letter]
    if letter in _VALUES:
        return _character(reader, start, _VALUES[letter](reader, start))
    if letter in _SETS:
        return _set(letter, flags)
    if letter and letter not in string.ascii_letters + string.digits:
        return letter
    found = None if in_class else _outside_of_class(letter, reader, flags, groups, start)
    if found is None:
        raise _illegal(reader, start)
    return found


def read_group_name(reader: Reader) -> str:
    """The name of a group, up to and with its closing bracket."""
    start = reader.cursor
    name = reader.read()
    while (character := reader.read()) in _NAME_CHARACTERS:
        name += character
    if character != ">" or name[:1] not in _LETTERS:
        raise reader.fault(
            gettext_noop("The name of a group is letters and digits, begins with a letter, and ends with >."),
            gettext_noop("Write the group as (?<name>…)."),
            start,
        )
    return name


def _outside_of_class(letter: str, reader: Reader, flags: Flags, groups: Groups, start: int) -> Escape | None:
    if letter in _PLACES:
        if letter == "b" and reader.peek() == "{" and reader.at(reader.cursor + 1) == "g":
            raise _not_covered(reader, start)
        return _PLACES[letter](flags)
    if letter == "R":
        return LineBreak()
    if letter == "X":
        return Grapheme()
    if letter == "k":
        return _reference(_named_group(reader, groups, start), flags, reader.position(start))
    if letter in string.digits and letter:
        return _reference(_group_number(letter, reader, groups), flags, reader.position(start))
    return None


def _reference(number: int, flags: Flags, position: int) -> BackReference:
    return BackReference(number, flags.ignore_case, position)


def _set(letter: str, flags: Flags) -> CharSet:
    ascii_set, unicode_set = _SETS[letter.lower()]
    found = unicode_set if flags.unicode_classes else ascii_set
    return negation(found) if letter.isupper() else found


def _group_number(digit: str, reader: Reader, groups: Groups) -> int:
    """As many digits as name a group that is open by now; the first digit always counts."""
    number = int(digit)
    while (following := reader.peek()) in _DIGITS and number * 10 + int(following) <= groups.count:
        number = number * 10 + int(following)
        reader.read()
    return number


def _named_group(reader: Reader, groups: Groups, start: int) -> int:
    if reader.read() != "<":
        raise reader.fault(
            gettext_noop("\\k must be followed by the name of a group."), gettext_noop("Write \\k<name>."), start
        )
    name = read_group_name(reader)
    if name not in groups.names:
        raise reader.fault(
            gettext_noop("There is no group named {name} before this place."),
            gettext_noop("Name the group first: (?<{name}>…)."),
            start,
            name=name,
        )
    return groups.names[name]


def _octal(reader: Reader, start: int) -> int:
    digits = ""
    while len(digits) < (3 if digits[:1] in ("", "0", "1", "2", "3") else 2) and reader.peek() in _OCTALS:
        digits += reader.read()
    if not digits:
        raise _illegal(reader, start)
    return int(digits, 8)


def _hexadecimal(reader: Reader, start: int) -> int:
    first = reader.read()
    if first in _HEXADECIMALS and (second := reader.read()) in _HEXADECIMALS:
        return int(first + second, 16)
    digits = ""
    if first == "{":
        while (digit := reader.read()) in _HEXADECIMALS:
            digits += digit
        if digit == "}" and digits and int(digits, 16) <= 0x10FFFF:
            return int(digits, 16)
    raise _illegal(reader, start)


def _four_digits(reader: Reader, start: int) -> int:
    digits = [reader.read() for _ in range(4)]
    if not all(digit in _HEXADECIMALS for digit in digits):
        raise _illegal(reader, start)
    return int("".join(digits), 16)


def _utf16(reader: Reader, start: int) -> int:
    high = _four_digits(reader, start)
    if not 0xD800 <= high <= 0xDBFF or reader.read() != "\\" or reader.read() != "u":
        return high
    low = _four_digits(reader, start)
    return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00 if 0xDC00 <= low <= 0xDFFF else high


def _control(reader: Reader, start: int) -> int:
    character = reader.read()
    if character == END:
        raise _illegal(reader, start)
    return ord(character) ^ 64


def _by_name(reader: Reader, start: int) -> int:
    name = ""
    if reader.read() == "{":
        while (character := reader.read()) not in ("}", ""):
            name += character
        name = name.strip().upper()
    try:
        found = unicodedata.lookup(name)
    except KeyError:
        found = ""
    if len(found) != 1 or unicodedata.name(found, "") != name or name.startswith(_NAMES_WITHOUT_LETTERS):
        raise reader.fault(
            gettext_noop("No character is known by this name."), gettext_noop("Write its number: \\x{{4E2D}}."), start
        )
    return ord(found)


def _character(reader: Reader, start: int, code: int) -> str:
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise reader.fault(
            gettext_noop("Half of a surrogate pair is not a character."),
            gettext_noop("Write the character itself, or its number: \\x{{1F600}}."),
            start,
        )
    return chr(code)


def _illegal(reader: Reader, start: int) -> Exception:
    return reader.fault(gettext_noop("This escape means nothing."), _WRITE_BACKSLASH, start)


def _not_covered(reader: Reader, start: int) -> Exception:
    return reader.fault(
        gettext_noop("\\b{{g}}, the boundary of a grapheme, is not supported."), gettext_noop("Use \\b or \\X."), start
    )


_DIGITS = frozenset(string.digits)
_OCTALS = frozenset(string.octdigits)
_HEXADECIMALS = frozenset(string.hexdigits)
_LETTERS = frozenset(string.ascii_letters)
_NAME_CHARACTERS = _LETTERS | _DIGITS

_CHARACTERS = {"a": "\a", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_VALUES: dict[str, Callable[[Reader, int], int]] = {
    "0": _octal,
    "c": _control,
    "N": _by_name,
    "u": _utf16,
    "x": _hexadecimal,
}

_SETS = {
    "d": (DIGITS, UNICODE_DIGITS),
    "h": (HORIZONTAL, HORIZONTAL),
    "s": (SPACE, UNICODE_SPACE),
    "v": (VERTICAL, VERTICAL),
    "w": (WORD, UNICODE_WORD),
}
_SETS |= {letter.upper(): sets for letter, sets in _SETS.items()}

_PLACES: dict[str, Callable[[Flags], Anchor]] = {
    "A": lambda _: START,
    "G": lambda _: START,
    "Z": before_final_break,
    "b": boundary,
    "B": no_boundary,
    "z": lambda _: STOP,
}
