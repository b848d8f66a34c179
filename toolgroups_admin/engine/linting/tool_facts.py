"""What is found out of one tool alone, kept: most tools are the same when a document is linted again."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from ..catalog import Tool
from ..formats import definition_of, problems_of

MOST_KEPT: Final = 50_000

Problems = Mapping[tuple[str, str], Sequence[str]]
Mark = bytes

_encode = msgspec.json.Encoder().encode
_problems: dict[tuple[Mark, tuple[str, ...]], Problems] = {}
_tokens: dict[tuple[Mark, Callable[[str], int]], int] = {}


def mark_of(tool: Tool) -> Mark:
    """The same for tools of which providers get the same."""
    return blake2b(_encode((tool.name, tool.description, tool.parameters)), digest_size=16).digest()


def format_problems(tool: Tool, mark: Mark, formats: Sequence[str]) -> Problems:
    """The formats that have each problem, by its code and path."""
    key = mark, tuple(formats)
    known = _problems.get(key)
    if known is None:
        found: dict[tuple[str, str], list[str]] = {}
        for format in formats:
            for notice in problems_of(tool, format):
                found.setdefault((notice.code, notice.path), []).append(format)
        known = found
        _keep_few(_problems)
        _problems[key] = known
    return known


def tokens_as_sent(tool: Tool, mark: Mark, tokens: Callable[[str], int]) -> int:
    """What a tool costs as OpenAI takes it; nothing when it cannot be sent."""
    key = mark, tokens
    known = _tokens.get(key)
    if known is None:
        known = tokens(definition_of(tool, "openai").encoded.decode())
        _keep_few(_tokens)
        _tokens[key] = known
    return known


def _keep_few(kept: dict[Any, Any]) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()
