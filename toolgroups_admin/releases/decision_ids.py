"""Identifiers of decisions: UUIDs of version 7, which sort by the time at which they were made."""

from random import getrandbits  # quicker than the system's, and seeded anew after a fork
from time import time_ns

VERSION_7 = 0x7 << 76
VARIANT = 0b10 << 62


def new_decision_id() -> str:
    """A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits."""
    number = time_ns() // 1_000_000 << 80 | VERSION_7 | getrandbits(12) << 64 | VARIANT | getrandbits(62)
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
