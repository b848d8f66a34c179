"""Java 17's grammar of patterns: from the text to a tree in which flags and escapes are resolved."""

from ..faults import gettext_noop
from .anchors import caret, dollar
from .bounds import check_nesting
from .charsets import ANYTHING, CharSet
from .classes import read_class, read_property, single
from .escapes import Groups, read_escape, read_group_name
from .faults import PatternFault
from .flags import FLAG_NAMES, Flags
from .nodes import EMPTY, Chars, Choice, Group, Look, Mode, Node, Repeat, Sequence
from .properties import NOT_LINE_BREAK, NOT_NEWLINE
from .reading import END, Reader

_MOST = 0x7FFFFFFF
_QUANTIFIERS = ("?", "*", "+")


def parse(source: str) -> Node:
    """The tree of a pattern. Raises `PatternFault` where Java would refuse it or its meaning is not covered."""
    parser = _Parser(source)
    tree = parser.choice(depth=0)
    reader = parser.reader
    if not reader.at_end():
        raise reader.fault(
            gettext_noop("There is a ) without its (."),
            gettext_noop("Remove it, or write \\) for the character itself."),
            reader.cursor,
        )
    return tree


class _Parser:
    """The state of reading one pattern: the cursor, the flags that hold at it, the groups opened."""

    def __init__(self, source: str) -> None:
        self.reader = Reader(source)
        self.flags = Flags()
        self.groups = Groups()

    def choice(self, depth: int) -> Node:
        """Alternatives, up to a closing bracket or the end."""
        options = [self._sequence(depth)]
        while self.reader.peek() == "|":
            self.reader.next()
            options.append(self._sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self, depth: int) -> Node:
        items: list[Node] = []
        while (character := self.reader.peek()) not in ("|", ")", END):
            if character == "(":
                items += self._group(depth + 1)
            elif character in _QUANTIFIERS:
                raise self.reader.fault(
                    gettext_noop("There is nothing for {character} to repeat."),
                    gettext_noop("Write \\{character} for the character itself."),
                    self.reader.cursor,
                    character=character,
                )
            else:
                items += self._quantified(self._atoms(character, depth))
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _quantified(self, atoms: list[Node]) -> list[Node]:
        return [*atoms[:-1], self._repeated(atoms[-1])]

    def _atoms(self, character: str, depth: int) -> list[Node]:
        """One thing that is not a group, or a run of characters of which the last may be repeated."""
        reader = self.reader
        match character:
            case "[":
                return [Chars(read_class(reader, self.flags, depth + 1))]
            case "^":
                reader.next()
                return [caret(self.flags)]
            case "$":
                reader.next()
                return [dollar(self.flags)]
            case ".":
                reader.next()
                return [Chars(self._dot())]
        return self._run()

    def _dot(self) -> CharSet:
        if self.flags.dot_all:
            return ANYTHING
        return NOT_NEWLINE if self.flags.unix_lines else NOT_LINE_BREAK

    def _run(self) -> list[Node]:
        """Characters up to the next thing that is none; the one before a quantifier stands alone."""
        reader = self.reader
        run: list[str] = []
        place = reader.cursor
        while (character := reader.peek()) not in _ENDING_A_RUN:
            before = reader.cursor
            if character != "\\":
                reader.next()
            elif reader.at(reader.cursor + 1) in ("p", "P"):
                if run:
                    break
                reader.next_raw()
                return [Chars(read_property(reader, self.flags))]
            else:
                found = read_escape(reader, self.flags, self.groups, in_class=False)
                if not isinstance(found, str):
                    if not run:
                        return [Chars(found) if isinstance(found, CharSet) else found]
                    reader.cursor = before
                    break
                character = found
            place = before
            run.append(character)
        if character in _REPEATING and len(run) > 1:
            reader.cursor = place
            run.pop()
        return [Chars(single(c, self.flags, in_slice=len(run) > 1)) for c in run] or [EMPTY]

    def _group(self, depth: int) -> list[Node]:
        """A group with its quantifier, or nothing when the brackets only set flags."""
        reader = self.reader
        check_nesting(reader, depth)
        start, outer = reader.cursor, self.flags
        body: Node
        if reader.next() != "?":
            body = self._capture(depth, start)
        else:
            kind = reader.skip()
            if kind in _KINDS:
                body = self._marked(kind, depth, start)
            elif kind == "<":
                body = self._named_or_behind(depth, start)
            else:
                reader.unread()
                self._read_flags(start)
                if (closing := reader.read()) == ")":
                    return []
                if closing != ":":
                    raise self._unknown_group(start)
                body = Group(self.choice(depth))
        if reader.read() != ")":
            raise reader.fault(
                gettext_noop("The group is not closed."), gettext_noop("Close it with ), or write \\( itself."), start
            )
        self._set_flags(outer)
        return [self._repeated(body)]

    def _marked(self, kind: str, depth: int, start: int) -> Node:
        body = self.choice(depth)
        if kind in ("=", "!"):
            return Look(body, behind=False, negative=kind == "!", pairs=True, position=self.reader.position(start))
        return Group(body, atomic=kind == ">")

    def _named_or_behind(self, depth: int, start: int) -> Node:
        reader = self.reader
        kind = reader.peek()
        if kind not in ("=", "!"):
            return self._capture(depth, start, read_group_name(reader))
        reader.read()
        pairs = any(character > "\uffff" for character in reader.rest())
        body = self.choice(depth)
        return Look(body, behind=True, negative=kind == "!", pairs=pairs, position=reader.position(start))

    def _capture(self, depth: int, start: int, name: str | None = None) -> Group:
        self.groups.count += 1
        number = self.groups.count
        if name is not None:
            if name in self.groups.names:
                raise self.reader.fault(
                    gettext_noop("There is already a group named {name}."),
                    gettext_noop("Give each group its own name."),
                    start,
                    name=name,
                )
            self.groups.names[name] = number
        return Group(self.choice(depth), number)

    def _read_flags(self, start: int) -> None:
        reader, on = self.reader, True
        while (letter := reader.peek()) in FLAG_NAMES or (letter == "-" and on):
            if letter == "-":
                on = False
            else:
                self._set_flags(self.flags.with_(letter, on=on))
            reader.next()
        if letter == "c":
            raise reader.fault(
                gettext_noop("Canonical equivalence, (?c), is not supported."),
                gettext_noop("Write out the spellings: (?:é|é)."),
                start,
            )

    def _set_flags(self, flags: Flags) -> None:
        self.flags = flags
        self.reader.comments, self.reader.unix_lines = flags.comments, flags.unix_lines

    def _repeated(self, body: Node) -> Node:
        """The node with the quantifier that follows it, if any."""
        reader = self.reader
        position = reader.position()
        match reader.peek():
            case "?":
                return Repeat(body, 0, 1, self._mode(), position)
            case "*":
                return Repeat(body, 0, None, self._mode(), position)
            case "+":
                return Repeat(body, 1, None, self._mode(), position)
            case "{":
                least, most = self._counts()
                return Repeat(body, least, most, self._mode(), position)
        return body

    def _mode(self) -> Mode:
        following = self.reader.next()
        if following not in ("?", "+"):
            return "greedy"
        self.reader.next()
        return "lazy" if following == "?" else "possessive"

    def _counts(self) -> tuple[int, int | None]:
        """`{n}`, `{n,}` or `{n,m}`; the cursor stays on the closing brace."""
        reader = self.reader
        start = reader.cursor
        digit = reader.skip()
        least, character = self._number(digit)
        most: int | None = least
        if character == ",":
            character = reader.read()
            most = None
            if character != "}":
                most, character = self._number(character)
        if (
            digit not in _DIGITS
            or character != "}"
            or max(least, most or 0) > _MOST
            or (most is not None and most < least)
        ):
            raise reader.fault(
                gettext_noop("This is not a repetition."),
                gettext_noop("Write {{2}}, {{2,}} or {{2,5}}; for the character itself write \\{{."),
                start,
            )
        reader.unread()
        return least, most

    def _number(self, character: str) -> tuple[int, str]:
        """The number that begins with a character already read, and the character after it."""
        digits = "0"
        while character in _DIGITS:
            digits += character
            character = self.reader.read()
        return int(digits), character

    def _unknown_group(self, start: int) -> PatternFault:
        return self.reader.fault(
            gettext_noop("There is no group of this kind."),
            gettext_noop("Write (?:…), (?<name>…), (?=…), (?!…), (?<=…), (?<!…), (?>…) or flags as in (?i)."),
            start,
        )


_KINDS = (":", "=", "!", ">")
_DIGITS = frozenset("0123456789")
_REPEATING = ("*", "+", "?", "{")
_ENDING_A_RUN = frozenset((*_REPEATING, "$", ".", "^", "(", "[", "|", ")", END))
