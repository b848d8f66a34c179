"""The lines of a file as rows of cells, one by one, never all in memory."""

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Any, BinaryIO, TextIO, cast

from django.conf import settings
from django.utils.translation import gettext as _

from .faults import BadFile
from .headings import CONTEXT
from .sniffing import JSON_LINES, Layout

MOST_COLUMNS = 200

Row = tuple[int, list[str]]


def rows_of(file: BinaryIO, layout: Layout) -> tuple[list[str], Iterator[Row]]:
    """The names of the columns, and each line that is not blank with its number; raises BadFile, also while reading."""
    text = TextIOWrapper(cast(Any, _Unclosed(file)), encoding=layout.encoding, newline="")
    lines = _Lines(text)
    if layout.kind == JSON_LINES:
        return [CONTEXT], ((lines.number, [line.strip("\ufeff \t\r\n")]) for line in lines if line.strip())
    return _table(lines, layout.separator)


class _Unclosed:
    """The file for a text wrapper, which would close it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.closed = False

    def read1(self, size: int = -1) -> bytes:
        return self._file.read(size)

    read = read1

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


class _Lines:
    """Lines that are bounded in length and number."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._longest = settings.RESOLVE_MAX_BYTES
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        while line := self._text.readline(self._longest + 1):
            self.number += 1
            if len(line) > self._longest:
                words = _("Line {number} is longer than {most} characters. Split it, or take it out.")
                raise BadFile(words.format(number=self.number, most=self._longest))
            if "\0" in line:
                words = _("Line {number} holds the character U+0000, so this is no text. Take it out.")
                raise BadFile(words.format(number=self.number))
            yield line


def _table(lines: _Lines, separator: str) -> tuple[list[str], Iterator[Row]]:
    rows = _records(lines, separator)
    heading = next(rows, None)
    if heading and heading[1][0].startswith("sep=") and len(heading[1]) <= 2:
        heading = next(rows, None)
    if heading is None:
        raise BadFile(_("The file is empty. Upload one with at least a heading and a line."))
    if len(heading[1]) > MOST_COLUMNS:
        words = _("The heading has {number} columns; {most} is the most. Take out those that are not needed.")
        raise BadFile(words.format(number=len(heading[1]), most=MOST_COLUMNS))
    return _named(heading[1]), rows


def _records(lines: _Lines, separator: str) -> Iterator[Row]:
    csv.field_size_limit(settings.RESOLVE_MAX_BYTES)  # of the process; the module's own limit is less than one message
    reader = csv.reader(lines, delimiter=separator, strict=True)
    while True:
        first = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            words = _("The record at line {number} cannot be read. Look for a quotation mark that is not closed.")
            raise BadFile(words.format(number=first)) from error
        if cells is None:
            return
        if any(cell and not cell.isspace() for cell in cells):
            yield first, cells


def _named(heading: list[str]) -> list[str]:
    """The names of columns; one without a name, or with one that is there already, is told by its place."""
    names: list[str] = []
    for place, cell in enumerate(heading, 1):
        name = cell.strip("\ufeff \t\r\n")
        names.append(name if name and name not in names else f"{name} ({place})".strip())
    return names
