"""Texts of messages: what counts as text, as blank, and how letters are folded (contracts 1 and 2)."""

from collections.abc import Mapping
from typing import Any

TEXT_PARTS = ("text", "input_text")  # compared, never hashed: a part's type may be any JSON value
SYSTEM_ROLES = frozenset({"system", "developer"})

# Java's Character.isWhitespace: Unicode separators except the three no-break spaces, and these controls.
_WHITESPACE = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000"


def is_blank(text: str) -> bool:
    """True when nothing but Java whitespace is there: U+3000 counts as white, U+00A0 does not."""
    return not text.strip(_WHITESPACE)


def fold(text: str) -> str:
    """Lower case in which both sigmas are one, so that folding a part and folding the whole agree."""
    return text.lower().replace("ς", "σ")


def text_of(message: Mapping[str, Any]) -> str | None:
    """The text of a message: its content, or its text parts joined by a newline; None when it has none."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content
    parts = [part["text"] for part in content if part.get("type") in TEXT_PARTS and isinstance(part.get("text"), str)]
    return "\n".join(parts) if parts else None
