"""Packed texts: JSON, compressed, for columns that only we read."""

import zlib
from typing import Any

import msgspec

FAST = 1

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def packed(value: Any) -> bytes:
    """A JSON value as few bytes."""
    return zlib.compress(_encode(value), FAST)


def unpacked(data: bytes | memoryview) -> Any:
    """The value again."""
    return _decode(zlib.decompress(data))
