"""Identifiers of decisions: UUIDs of version 7, which sort by the time at which they were made."""

from os import urandom
from time import time_ns

VERSION_7 = 0x7 << 76
VARIANT = 0b10 << 62
LOW_62_BITS = (1 << 62) - 1


def new_decision_id() -> str:
    """A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits."""
    random = int.from_bytes(urandom(10), "big")
    number = time_ns() // 1_000_000 << 80 | VERSION_7 | random >> 68 << 64 | VARIANT | random & LOW_62_BITS
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
