"""The fields of `ctx` in one request, each converted when the first expression names it."""

from collections.abc import Callable, Mapping
from typing import Any

from ..judging import Judging
from ..texts import SYSTEM_ROLES, is_blank, text_of
from .plain import plain, plain_members


def fact(judging: Judging, field: str) -> Any:
    """A field's value in the CEL library's types, None when it is missing: then `ctx` has no such member."""
    return _FACTS[field](judging)


def _model(judging: Judging) -> Any:
    model = judging.context.options.get("model")
    if model is None or (isinstance(model, str) and is_blank(model)):
        return plain(judging.default_model)
    return plain(model)


def _system_text(judging: Judging) -> Any:
    for message in judging.context.messages:
        if message["role"] in SYSTEM_ROLES:
            return plain(text_of(message))
    return None


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


def _own(name: str) -> Callable[[Judging], Any]:
    return lambda judging: plain(getattr(judging.context, name))


def _members(name: str) -> Callable[[Judging], Any]:
    return lambda judging: plain_members(getattr(judging.context, name).items())


_FACTS: Mapping[str, Callable[[Judging], Any]] = {
    "account_id": _own("account_id"),
    "conversation_id": _own("conversation_id"),
    "bot_id": _own("bot_id"),
    "turn_id": _own("turn_id"),
    "model": _model,
    "streaming": _own("streaming"),
    "attributes": _members("attributes"),
    "options": _members("options"),
    "request": _request,
    "user_text": lambda judging: plain(judging.user_text),
    "system_text": _system_text,
    "message_count": lambda judging: len(judging.context.messages),
    "messages": _messages,
}

FIELDS = tuple(_FACTS)
