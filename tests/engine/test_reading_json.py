"""JSON text from outside, and where it is malformed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine import InvalidDocument, MalformedJSON, decode_document, decode_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def place_of(data: bytes) -> tuple[int, int]:
    with pytest.raises(MalformedJSON) as refused:
        decode_json(data)
    return refused.value.line, refused.value.column


def reason_for(data: bytes) -> str:
    with pytest.raises(MalformedJSON) as refused:
        decode_json(data)
    return refused.value.reason


@given(VALUES)
def test_what_python_writes_is_read_back(value: Any) -> None:
    written = json.dumps(value, ensure_ascii=False).encode()

    assert decode_json(written) == value
    assert decode_document(written) == value


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"\xef\xbb\xbf{}", {}),
        (b' "\\ud83d\\ude00" ', "😀"),
        (b'"\\\\ud800"', "\\ud800"),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b"1E2", 100.0),
        (b'{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_what_json_allows_is_read(data: bytes, value: Any) -> None:
    assert decode_json(data) == value


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"", (1, 1), "expecting value"),
        (b"{\n  'a': 1}", (2, 3), "double quotes"),
        (b'{"a": 1', (1, 8), "delimiter"),
        (b"{} x", (1, 4), "extra data"),
        (b'["\xff"]', (1, 3), "UTF-8"),
        ('["单",\n "\\ud800"]'.encode(), (2, 3), "surrogate"),
        ('["😀\\udc00"]'.encode(), (1, 4), "surrogate"),
        (b'["\\ud800\\ud83d\\ude00"]', (1, 3), "surrogate"),
        (b'["\\ud83dx\\ude00"]', (1, 3), "surrogate"),
        (b'["\\ud83d\\n"]', (1, 3), "surrogate"),
        ('["单", NaN]'.encode(), (1, 7), "JSON is malformed: invalid character"),
        (b"1e999", (1, 1), "too large"),
        ('["单 1e999", 5,\n -1e400]'.encode(), (2, 2), "too large"),
        (b'["\x01"]', (1, 3), "control character"),
        (b"[" * 100_000, (1, 1), "too deep"),
        (b"[NaN, " + b"[" * 100_000, (1, 1), "too deep"),
        (b"[" + b"1" * 5_000 + b"]", (1, 2), "too large"),
    ],
)
def test_what_is_malformed_is_refused_with_its_place(data: bytes, place: tuple[int, int], words: str) -> None:
    assert place_of(data) == place
    assert words in reason_for(data)


def test_a_place_is_part_of_the_message() -> None:
    with pytest.raises(MalformedJSON, match="line 2, column 3: expecting property name"):
        decode_json(b"{\n  'a': 1}")


def test_a_member_that_stands_twice_in_a_document_is_a_fault_at_its_path() -> None:
    with pytest.raises(InvalidDocument) as refused:
        decode_document(b'{"tools": [{"key": "a"}, {"key": "b", "x y": {"n": 1, "n": 2}, "key": "c"}], "format": 1}')

    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("member_twice", "$.tools[1].key"),
        ("member_twice", '$.tools[1]["x y"].n'),
    ]


def test_a_document_too_deep_to_be_checked_is_refused() -> None:
    with pytest.raises(MalformedJSON, match="too deep"):
        decode_document(b"[" * 100_000 + b"]" * 100_000)


@pytest.mark.parametrize("text", ['[[{"a": [1, "[[["]}]]', '{"a": 1, "b": {"c": [{}]}}'])
def test_nesting_is_read_to_the_depth_that_is_asked_for(text: str) -> None:
    assert decode_json(text.encode(), depth=4) == json.loads(text)
    with pytest.raises(MalformedJSON, match="nested too deep"):
        decode_json(text.encode(), depth=3)


def test_a_document_in_which_nothing_stands_twice_is_read_as_it_is() -> None:
    assert decode_document(b'\xef\xbb\xbf{"format": 1, "tools": [{"key": "a"}]}') == {
        "format": 1,
        "tools": [{"key": "a"}],
    }
