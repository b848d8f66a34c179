"""Which characters are one letter to Java: ASCII case alone, or with (?u) the simple case mappings of Unicode."""

import string
from functools import cache

from .charsets import CharSet, between, one_of, union

_CASED_END = 0x1E960  # no letter beyond it has another case


def folded(character: str) -> str:
    """The lower case of the upper case, as Java compares under (?iu): one character stays one character."""
    return _lower(_upper(character))


def either_case(character: str) -> CharSet:
    """The ASCII letter in both cases; any other character alone."""
    return one_of({character.upper(), character.lower()} if character.isascii() else {character})


def any_case(character: str, *, in_slice: bool) -> CharSet:
    """All that Java takes for the character under (?iu).

    A character alone that has no case is compared as it is; in a run of two or more characters it is folded, so
    that the capital sharp s is found by a sharp s there, and only there.
    """
    if not in_slice and _upper(character) == folded(character):
        return one_of({character})
    return one_of(_letters().get(folded(character), frozenset()) | {folded(character)})


def case_range(first: str, last: str, *, unicode: bool) -> CharSet:
    """A range under (?i) or (?iu): what is in it itself, or by its upper case, or by its folded form."""
    cased = _forms() if unicode else _ASCII_FORMS
    more = {
        c for c, upper, fold in cased if (first <= upper <= last or first <= fold <= last) and not first <= c <= last
    }
    plain = between(ord(first), ord(last))
    return union(plain, one_of(more)) if more else plain


def _upper(character: str) -> str:
    upper = character.upper()
    if len(upper) > 1:
        upper = character.title()
    return upper if len(upper) == 1 else character


def _lower(character: str) -> str:
    return character.lower()[0]


_Form = tuple[str, str, str]  # a character, its upper case, its folded form


@cache
def _letters() -> dict[str, frozenset[str]]:
    """The characters that fold to each folded form, where that is more than the form itself."""
    letters: dict[str, set[str]] = {}
    for character, _, form in _forms():
        letters.setdefault(form, set()).add(character)
    return {form: frozenset(characters) for form, characters in letters.items()}


@cache
def _forms() -> list[_Form]:
    characters = map(chr, range(_CASED_END))
    return [_form(c) for c in characters if c.upper() != c or c.lower() != c]


def _form(character: str) -> _Form:
    return character, _upper(character), folded(character)


_ASCII_FORMS = [_form(character) for character in string.ascii_letters]
