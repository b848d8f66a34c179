"""What kind of text a file holds: its encoding, JSON Lines or a table, and what separates its columns."""

import csv
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections import Counter
from dataclasses import dataclass
from typing import BinaryIO

from django.utils.translation import gettext as _

from .faults import BadFile

HEAD_BYTES = 64 * 1024
BLOCK_BYTES = 1024 * 1024
SEPARATORS = (",", "\t", ";", "|")
JSON_LINES, TABLE = "jsonl", "csv"
FEWEST_COMMON = 0.8  # of the characters that are not ASCII: in GBK text nearly all are in GB 2312
FEWEST_ZEROS = 2
SAMPLED_CHARACTERS = 20_000
ENCODINGS = ("utf-8", "gb18030", "utf-16", "big5", "shift_jis", "euc_kr", "windows-1252")
MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
MAGIC = {b"PK\x03\x04": "zip", b"\xd0\xcf\x11\xe0": "xls", b"%PDF": "PDF", b"\x1f\x8b": "gzip"}


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file is read; `separator` is empty for JSON Lines."""

    encoding: str
    kind: str
    separator: str = ""


def layout_of(file: BinaryIO, *, encoding: str = "") -> Layout:
    """How to read a file, whose encoding is found out unless it is given; raises BadFile.

    The file is read once as a whole in blocks, since text may look like ASCII for long, and then wound back.
    """
    file.seek(0)
    head = file.read(HEAD_BYTES)
    _refuse_other_kinds(head)
    found = {"utf-8": "utf-8-sig"}.get(encoding, encoding) or _encoding_of(file, head)
    if (wrong := _first_wrong_byte(file, found)) is not None:
        words = _(
            "From byte {place} on the file is not {encoding}. Choose another encoding, or save the file as UTF-8."
        )
        raise BadFile(words.format(place=wrong + 1, encoding=found))
    file.seek(0)
    text = getincrementaldecoder(found)().decode(head)
    if "\0" in text:
        raise _not_text()
    if not text.strip() and len(head) < HEAD_BYTES:
        raise _empty()
    return _layout(text, found)


def _layout(text: str, encoding: str) -> Layout:
    beginning = text.lstrip("\ufeff \t\r\n")[:1]
    if beginning == "{":
        return Layout(encoding, JSON_LINES)
    if beginning == "[":
        raise BadFile(
            _("The file begins with “[”, so it is one JSON list. Write one object a line, without commas between.")
        )
    return Layout(encoding, TABLE, _separator_of(text))


def _refuse_other_kinds(head: bytes) -> None:
    if not head:
        raise _empty()
    kind = next((name for magic, name in MAGIC.items() if head.startswith(magic)), "")
    if kind in ("zip", "xls"):
        words = _(
            "This is no text: it begins as a workbook (.xlsx, .xls) or an archive does. Save the sheet as CSV, then upload that."
        )
        raise BadFile(words)
    if kind:
        raise BadFile(_("This is no text but a {kind} file. Upload CSV or JSON Lines.").format(kind=kind))


def _empty() -> BadFile:
    return BadFile(_("The file is empty. Upload one with at least a heading and a line."))


def _not_text() -> BadFile:
    return BadFile(_("The file holds the character U+0000, so it is no text. Upload CSV or JSON Lines."))


def _encoding_of(file: BinaryIO, head: bytes) -> str:
    marked = next((name for mark, name in MARKS.items() if head.startswith(mark)), None)
    if marked:
        return marked
    if unmarked := _unmarked_utf_16(head):
        return unmarked
    if b"\0" in head:
        raise _not_text()
    if _first_wrong_byte(file, "utf-8") is None:
        return "utf-8"
    if _first_wrong_byte(file, "gb18030") is None and _is_likely_gbk(file):
        return "gb18030"
    words = _(
        "The encoding cannot be found out: this is neither UTF-8, UTF-16 nor GBK. Choose it, or save the file as UTF-8."
    )
    raise BadFile(words)


def _unmarked_utf_16(head: bytes) -> str:
    """UTF-16 without a mark shows by the zeros of line ends and commas, all at odd or all at even places."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if len(head) % 2 or min(even, odd) or max(even, odd) < max(FEWEST_ZEROS, len(head) // 20):
        return ""
    return "utf-16-le" if odd else "utf-16-be"


def _first_wrong_byte(file: BinaryIO, encoding: str) -> int | None:
    """Where a file stops being of an encoding; None when all of it is."""
    file.seek(0)
    decoder, before = getincrementaldecoder(encoding)(), 0
    while True:
        block = file.read(BLOCK_BYTES)
        try:
            decoder.decode(block, final=not block)
        except UnicodeDecodeError as wrong:
            return max(before + wrong.start, 0)
        except UnicodeError:
            return before
        if not block:
            return None
        before += len(block)


def _is_likely_gbk(file: BinaryIO) -> bool:
    """Nearly every file is of GB 18030 somehow; in real text most characters are the common ones of GB 2312."""
    file.seek(0)
    decoder, seen = getincrementaldecoder("gb18030")(), Counter[bool]()
    while block := file.read(BLOCK_BYTES):
        for character in decoder.decode(block):
            if character > "\x7f":
                seen[_is_common(character)] += 1
        if seen.total() > SAMPLED_CHARACTERS:
            break
    return seen[True] >= FEWEST_COMMON * seen.total()


def _is_common(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def _separator_of(text: str) -> str:
    """The separator by which the first lines have the same number of columns, and the most."""
    if text.startswith("sep=") and text[5:6] in "\r\n":
        return text[4]
    lines = text.lstrip("\ufeff").splitlines(keepends=True)[:20]
    return max(SEPARATORS, key=lambda separator: _columns_by(separator, lines))


def _columns_by(separator: str, lines: list[str]) -> tuple[int, int]:
    try:
        widths = [len(cells) for cells in csv.reader(lines, delimiter=separator) if cells]
    except csv.Error:
        return 0, 0
    usual = widths[0] if widths else 0
    return (widths.count(usual) if usual > 1 else 0), usual
