"""The fields of `ctx` in one request, each converted when the first expression names it."""

from collections.abc import Callable, Mapping
from typing import Any

from ...judging import Judging
from ...texts import text_of
from ..fields import value_of
from .plain import plain, plain_members


def fact(judging: Judging, field: str) -> Any:
    """A field's value in the CEL library's types, None when it is missing: then `ctx` has no such member."""
    return _FACTS[field](judging)


def _request(judging: Judging) -> Any:
    request = judging.context.request
    headers: dict[str, Any] = {}
    for name, value in request.headers.items():
        headers.setdefault(name.lower(), value)
    return plain_members((("url", request.url), ("headers", headers), ("retry", request.retry)))


def _messages(judging: Judging) -> Any:
    return [
        plain_members((("role", message["role"]), ("text", text_of(message)))) for message in judging.context.messages
    ]


def _as_field(name: str) -> Callable[[Judging], Any]:
    """What a condition sees under the name."""
    return lambda judging: plain(value_of(judging, name))


def _members(name: str) -> Callable[[Judging], Any]:
    return lambda judging: plain_members(getattr(judging.context, name).items())


_FACTS: Mapping[str, Callable[[Judging], Any]] = {
    **{name: _as_field(name) for name in ("account_id", "conversation_id", "bot_id", "turn_id", "model", "streaming")},
    "attributes": _members("attributes"),
    "options": _members("options"),
    "request": _request,
    **{name: _as_field(name) for name in ("user_text", "system_text", "message_count")},
    "messages": _messages,
}

FIELDS = tuple(_FACTS)
