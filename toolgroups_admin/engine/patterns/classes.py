r"""Character classes and `\p{…}`, read as Java 17 reads them: unions, intersections, negations."""

from ..faults import gettext_noop
from .bounds import check_nesting
from .casing import any_case, case_range, either_case
from .charsets import CharSet, between, intersection, negation, one_of, union
from .escapes import Groups, read_escape
from .flags import Flags
from .properties import binary, block, named, posix, script
from .reading import END, Reader


def read_class(reader: Reader, flags: Flags, depth: int, *, closing: bool = True) -> CharSet:
    """Reads a class with the cursor on its bracket; `closing` is false behind `&&`, where the bracket is another's."""
    check_nesting(reader, depth)
    start = reader.cursor
    character = reader.next()
    negated = character == "^" and reader.at(reader.cursor - 1) == "["
    if negated:
        reader.next()
    found: list[CharSet] = []
    while (character := reader.peek()) != "]" or not found:
        if character == END:
            raise _unclosed(reader, start)
        if character == "[":
            found.append(read_class(reader, flags, depth + 1))
        elif character == "&" and reader.next() == "&":
            found = [_narrowed(found, reader, flags, depth)]
        else:
            if character == "&":
                reader.unread()
            found.append(_item(reader, flags))
    if closing:
        reader.next()
    return negation(union(*found)) if negated else union(*found)


def read_property(reader: Reader, flags: Flags) -> CharSet:
    r"""Reads `\p…` or `\P…` with the cursor on the letter."""
    start = reader.cursor - 1
    negated = reader.at(reader.cursor) == "P"
    braces = reader.next() == "{"
    if not braces:
        reader.unread()
    reader.next()
    name = _name_in_braces(reader, start) if braces else reader.at(reader.cursor)
    if not braces:
        reader.read()
    found = _by_assignment(name, flags) if "=" in name else _by_name(name, flags)
    if found is None:
        raise reader.fault(
            gettext_noop("There is no character property named {name}."),
            gettext_noop("Write for example \\p{{IsHan}}, \\p{{L}} or \\p{{InCJKUnifiedIdeographs}}."),
            start,
            name=name,
        )
    return negation(found) if negated else found


def single(character: str, flags: Flags, *, in_slice: bool = False) -> CharSet:
    """What a character of the pattern stands for; `in_slice` when it is one of a run of characters."""
    if not flags.ignore_case:
        return one_of({character})
    return any_case(character, in_slice=in_slice) if flags.unicode_case else either_case(character)


def _narrowed(found: list[CharSet], reader: Reader, flags: Flags, depth: int) -> CharSet:
    """The class so far, cut by what follows `&&`; the cursor is on the second `&`."""
    start = reader.cursor
    right: list[CharSet] = []
    character = reader.next()
    while character not in ("]", "&"):
        if character != "[":
            reader.unread()
        right.append(read_class(reader, flags, depth + 1, closing=character == "["))
        character = reader.peek()
    if not right or (character == "&" and reader.at(reader.cursor + 1) != "&"):
        raise reader.fault(
            gettext_noop("&& needs a class on its right side, and nothing but another && after it."),
            gettext_noop("Put each side in brackets: [[…]&&[…]]."),
            start,
        )
    return intersection(union(*found), union(*right)) if found else union(*right)


def _item(reader: Reader, flags: Flags) -> CharSet:
    """A character, a range, an escape or a property."""
    if reader.peek() == "\\":
        if reader.next_raw() in ("p", "P"):
            return read_property(reader, flags)
        in_range = reader.at(reader.cursor + 1) == "-"
        reader.unread()
        first = _class_escape(reader, flags, in_range=in_range)
        if isinstance(first, CharSet):
            return first
    elif (first := reader.read()) == END:
        raise _unclosed(reader, reader.cursor - 1)
    if reader.peek() != "-" or reader.at(reader.cursor + 1) in ("[", "]"):
        return single(first, flags)
    start = reader.cursor
    reader.next()
    last = _class_escape(reader, flags, in_range=True) if reader.peek() == "\\" else reader.read()
    if not isinstance(last, str) or last < first:
        raise reader.fault(
            gettext_noop("The range ends before it begins."), gettext_noop("Put the lower character first."), start
        )
    return _range(first, last, flags)


def _range(first: str, last: str, flags: Flags) -> CharSet:
    if flags.ignore_case:
        return case_range(first, last, unicode=flags.unicode_case)
    return between(ord(first), ord(last))


def _class_escape(reader: Reader, flags: Flags, *, in_range: bool) -> str | CharSet:
    found = read_escape(reader, flags, Groups(), in_class=True, in_range=in_range)
    assert isinstance(found, str | CharSet)
    return found


def _name_in_braces(reader: Reader, start: int) -> str:
    first = reader.cursor
    while (character := reader.read()) != "}":
        if character == END:
            raise _unclosed(reader, start)
    return "".join(reader.at(place) for place in range(first, reader.cursor - 1))


def _by_assignment(name: str, flags: Flags) -> CharSet | None:
    kind, _, value = name.partition("=")
    match kind.lower():
        case "sc" | "script":
            return script(value)
        case "blk" | "block":
            return block(value)
        case "gc" | "general_category":
            return named(value, ignore_case=flags.ignore_case)
    return None


def _by_name(name: str, flags: Flags) -> CharSet | None:
    ignore_case = flags.ignore_case
    if name.startswith("In"):
        return block(name[2:])
    if name.startswith("Is"):
        rest = name[2:]
        return binary(rest, ignore_case=ignore_case) or named(rest, ignore_case=ignore_case) or script(rest)
    found = posix(name, ignore_case=ignore_case) if flags.unicode_classes else None
    return found or named(name, ignore_case=ignore_case)


def _unclosed(reader: Reader, start: int) -> Exception:
    return reader.fault(gettext_noop("The class is not closed."), gettext_noop("Close it with ] or }}."), start)
