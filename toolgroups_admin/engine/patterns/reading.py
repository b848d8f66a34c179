r"""A pattern read one character at a time, the way Java does: quotations unfolded, comments skipped under (?x)."""

from .faults import PatternFault

END = ""
_SPACES = frozenset(" \t\n\x0b\f\r")
_LINE_ENDS = frozenset("\n\r\u0085\u2028\u2029")


class Reader:
    """A cursor over the characters of a pattern; each character knows its position in what the author wrote."""

    def __init__(self, source: str) -> None:
        self._characters, self._positions = _unquoted(source)
        self._end = len(source)
        self.cursor = 0
        self.comments = False
        self.unix_lines = False

    def at(self, place: int) -> str:
        """The character at a place, `END` beyond the last one."""
        return self._characters[place] if place < len(self._characters) else END

    def at_end(self) -> bool:
        return self.cursor >= len(self._characters)

    def position(self, place: int | None = None) -> int:
        """Where the character at a place (by default the cursor's) stands in the author's text."""
        place = self.cursor if place is None else place
        return self._positions[place] if 0 <= place < len(self._positions) else self._end

    def rest(self) -> list[str]:
        """All characters from the cursor on."""
        return self._characters[self.cursor :]

    def peek(self) -> str:
        """The next character; blanks and comments before it are passed under (?x)."""
        if self.comments:
            self._pass_comments()
        return self.at(self.cursor)

    def next(self) -> str:
        """Takes one character and peeks at the one after it."""
        self.cursor += 1
        return self.peek()

    def read(self) -> str:
        """Takes the next character and says which it was."""
        character = self.peek()
        self.cursor += 1
        return character

    def skip(self) -> str:
        """Takes two characters and says the second, blank or not."""
        self.cursor += 2
        return self.at(self.cursor - 1)

    def next_raw(self) -> str:
        """Takes one character and says the one after it, blank or not."""
        self.cursor += 1
        return self.at(self.cursor)

    def unread(self) -> None:
        """Goes back by one character."""
        self.cursor -= 1

    def fault(self, template: str, remedy: str, place: int | None = None, **params: str | int) -> PatternFault:
        """The fault at a place, by default at the character taken last."""
        return PatternFault(self.position(self.cursor - 1 if place is None else place), template, remedy, **params)

    def _pass_comments(self) -> None:
        ends = {"\n"} if self.unix_lines else _LINE_ENDS
        while (character := self.at(self.cursor)) in _SPACES or character == "#":
            self.cursor += 1
            if character == "#":
                while not self.at_end() and self.at(self.cursor) not in ends:
                    self.cursor += 1


def _unquoted(source: str) -> tuple[list[str], list[int]]:
    r"""The characters with \Q…\E made into escapes, and where each came from."""
    characters: list[str] = []
    positions: list[int] = []

    def add(text: str, position: int) -> None:
        characters.extend(text)
        positions.extend([position] * len(text))

    place, end = 0, len(source)
    while place < end:
        if source[place] != "\\" or place + 1 == end:
            add(source[place], place)
            place += 1
        elif source[place + 1] != "Q":
            add(source[place], place)
            add(source[place + 1], place + 1)
            place += 2
        else:
            stop = source.find("\\E", place + 2)
            stop = end if stop < 0 else stop
            for inside in range(place + 2, stop):
                add(_quoted(source[inside], first=inside == place + 2), inside)
            place = stop + 2
    return characters, positions


def _quoted(character: str, *, first: bool) -> str:
    """An escape that no escape before the quotation can swallow; other characters lose what they mean."""
    if not character.isascii() or character.isalpha():
        return character
    if character.isdigit():
        return f"\\x3{character}" if first else character
    return f"\\{character}"
