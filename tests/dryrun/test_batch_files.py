"""Files that come in: any encoding and separator that people save in, and a clear word about what is no table."""

import codecs
import io
import zipfile
from typing import Any

import pytest
from django.utils.translation import override

from tests.dryrun.batches import Queue, done, lines, received
from toolgroups_admin.dryrun.batch_models import Batch, BatchChunk
from toolgroups_admin.dryrun.batches.faults import BadFile
from toolgroups_admin.dryrun.batches.receiving import receive_scenarios

pytestmark = pytest.mark.django_db
TABLE = "用户消息,账号\n上海的天气怎么样,甲\n"
ASCII_FIRST = "text,account\n" + "nothing,a\n" * 9000  # longer than what is looked at first


def words_of(data: bytes, **options: Any) -> str:
    """Why a file is refused, in English; nothing of it is left."""
    with override("en"), pytest.raises(BadFile) as refused:
        received(data, **options)
    assert not Batch.objects.exists()
    assert not BatchChunk.objects.exists()
    return refused.value.words


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TABLE.encode(), "utf-8"),
        (TABLE.encode("utf-8-sig"), "utf-8-sig"),
        (TABLE.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + TABLE.encode("utf-16-be"), "utf-16"),
        (ASCII_FIRST.encode("utf-16-le") + "天气,b\n".encode("utf-16-le"), "utf-16-le"),
        (TABLE.encode("gbk"), "gb18030"),
        (ASCII_FIRST.encode() + "天气,b\n".encode("gbk"), "gb18030"),
    ],
)
def test_the_encoding_is_found_out(queue: Queue, data: bytes, encoding: str) -> None:
    batch = received(data)

    assert batch.found["encoding"] == encoding
    done(queue, batch)
    assert [line.hits for line in lines(batch, "group:weather")] == [["weather"]]


def test_an_encoding_that_is_chosen_is_taken(queue: Queue) -> None:
    batch = received("訊息\n天氣\n".encode("big5"), encoding="big5")

    assert (batch.columns, batch.lines) == (["訊息"], 1)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_out(separator: str) -> None:
    text = f'text{separator}account\n"a, b; c | d"{separator}ada\nx{separator}bob\n'

    batch = received(text)

    assert (batch.found["separator"], batch.columns) == (separator, ["text", "account"])


def test_a_separator_that_a_spreadsheet_names_is_taken() -> None:
    assert received("sep=;\ntext;a,b\nx;y\n").columns == ["text", "a,b"]


def test_columns_without_a_name_or_with_the_same_are_told_by_their_place() -> None:
    assert received("text,,text\na,b,c\n").columns == ["text", "(2)", "text (3)"]


def test_blank_lines_are_left_out_and_numbers_stay(queue: Queue) -> None:
    batch = done(queue, received('text,a\n"two\nlines",1\n,\n\nx,2\n'))

    assert [line.number for line in lines(batch)] == [2, 6]


@pytest.mark.parametrize("data", [b"", b"  \n \n", codecs.BOM_UTF8])
def test_an_empty_file_is_said(data: bytes) -> None:
    assert words_of(data) == "The file is empty. Upload one with at least a heading and a line."


def test_a_heading_alone_is_no_batch() -> None:
    assert words_of(b"text,account\n") == "There are no lines below the heading. Upload a file with at least one."


@pytest.mark.parametrize("data", ["crème brûlée, déjà vu, naïve\nà,b\n".encode("latin-1"), b"a,b\n\x80\xff\xfe,\x81\n"])
def test_an_encoding_that_cannot_be_found_out_is_said(data: bytes) -> None:
    assert words_of(data).startswith("The encoding cannot be found out")


def test_an_encoding_that_is_chosen_and_wrong_is_said_with_the_place() -> None:
    words = words_of(b"text\n" + "天气".encode("gbk"), encoding="utf-8")

    assert words.startswith("From byte 6 on the file is not utf-8")


def test_a_workbook_in_disguise_is_said() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as workbook:
        workbook.writestr("xl/workbook.xml", "<workbook/>")

    assert "Save the sheet as CSV" in words_of(file.getvalue())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7", "This is no text but a PDF file."),
        (b"text\na\0b\n", "The file holds the character U+0000"),
        (ASCII_FIRST.encode() + b"a\0b,c\n", "holds the character U+0000"),
        (b'[{"prompt": "p"}]', "The file begins with “[”"),
        (b'text\n"never closed\n', "The record at line 2 cannot be read"),
        (b"text" + b",c" * 300 + b"\n1\n", "The heading has 301 columns; 200 is the most."),
    ],
)
def test_what_is_no_table_is_said(data: bytes, words: str) -> None:
    assert words in words_of(data)


@pytest.mark.parametrize("beginning", [b"text\n", b'{"prompt":"p"}\n'])
def test_a_line_of_fifty_megabytes_is_said(beginning: bytes) -> None:
    words = words_of(beginning + b"x" * 50_000_000)

    assert words == "Line 2 is longer than 2097152 characters. Split it, or take it out."


def test_too_many_lines_are_said(settings: Any) -> None:
    settings.BATCH_MOST_LINES = 3
    settings.BATCH_CHUNK_LINES = 2

    assert words_of(b"text\n1\n2\n3\n4\n") == "There are more than 3 lines. Split the file."


def test_without_scenarios_there_is_no_batch_of_them() -> None:
    with override("en"), pytest.raises(BadFile, match="no lines"):
        receive_scenarios(name="all", by=None)
