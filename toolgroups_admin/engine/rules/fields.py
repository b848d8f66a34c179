"""The fields of a chat context that rules can ask for (design §4)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from ..texts import SYSTEM_ROLES, fold, is_blank, text_of

if TYPE_CHECKING:
    from ..judging import Judging

# Reads one field; None is missing. May raise when an object in the context has code of its own that does.
Reader = Callable[["Judging"], Any]

_LONGEST_INDEX = 9  # digits; no list is longer, and int() refuses thousands of digits
_HEADERS: Final = "lower-case headers"


def reader_of(field: str) -> Reader | None:
    """What reads the field from a request, or None when there is no field of that name."""
    return _PLAIN.get(field) or _reader_of_path(field)


def value_of(judging: "Judging", field: str) -> Any:
    """The field's value in this request; None when it is missing, null, or no field at all."""
    reader = reader_of(field)
    return None if reader is None else reader(judging)


def values_for_index(judging: "Judging", field: str) -> Iterable[Hashable]:
    """What a `ValueKey` of this field may hold in this request: texts folded, numbers, booleans, a list's elements.

    Never raises; what cannot stand in a key is left out.
    """
    try:
        if field == "user_text":
            return [text.folded for text in judging.texts("last_user")]
        value = value_of(judging, field)
        if isinstance(value, str):
            return (fold(value),)
        elements = value if isinstance(value, list | tuple) else (value,)
        return [_key_value(one) for one in elements if isinstance(one, str | int | float)]
    except Exception:  # noqa: BLE001 - an object that an interceptor put there may run code of its own
        return ()


def is_unnamed(field: str) -> bool:
    """True for the beginning of a path, like `attributes.`, without the name that follows it."""
    return field in _PATHS


def field_names() -> list[str]:
    """All fields, as a person is told of them."""
    return [*_PLAIN, *(prefix + placeholder for prefix, (placeholder, _) in _PATHS.items())]


def found_below(container: Any, path: str) -> Any:
    """What lies at a path: the whole path is tried as a key first, then its part before the first dot.

    Digits index lists; None when nothing is there.
    """
    while True:
        if type(container) is dict or isinstance(container, Mapping):  # the first is quick, and nearly always so
            if path in container:
                return container[path]
            head, dot, path = path.partition(".")
            if not dot or head not in container:
                return None
            container = container[head]
        elif isinstance(container, list | tuple):
            head, dot, path = path.partition(".")
            if not (head.isascii() and head.isdigit()) or len(head) > _LONGEST_INDEX or int(head) >= len(container):
                return None
            container = container[int(head)]
            if not dot:
                return container
        else:
            return None


def _key_value(value: str | float) -> Hashable:
    """A plain value: a subclass may hash as it likes."""
    if isinstance(value, str):
        return fold(value)
    return int(value) if isinstance(value, int) else float(value)


def _model(judging: "Judging") -> Any:
    model = judging.context.options.get("model")
    if model is None or (isinstance(model, str) and is_blank(model)):
        return judging.default_model
    return model


def _message_count(judging: "Judging") -> int:
    return len(judging.context.messages)


def _system_text(judging: "Judging") -> str | None:
    for message in judging.context.messages:
        if message["role"] in SYSTEM_ROLES:
            return text_of(message)
    return None


@lru_cache(maxsize=4096)
def _reader_of_path(field: str) -> Reader | None:
    for prefix, (_, reader_below) in _PATHS.items():
        if field.startswith(prefix) and len(field) > len(prefix):
            return reader_below(field[len(prefix) :])
    return None


def _attribute(path: str) -> Reader:
    return lambda judging: found_below(judging.context.attributes, path)


def _option(path: str) -> Reader:
    return lambda judging: found_below(judging.context.options, path)


def _retry(path: str) -> Reader:
    return lambda judging: found_below(judging.context.request.retry, path)


def _header(name: str) -> Reader:
    lowered = name.lower()
    return lambda judging: _headers(judging).get(lowered)


def _headers(judging: "Judging") -> Mapping[str, Any]:
    """The headers under their names in lower case; of two that differ in case only the first one counts."""
    known: Mapping[str, Any] | None = judging.scratch.get(_HEADERS)
    if known is None:
        named = [(name.lower(), value) for name, value in judging.context.request.headers.items()]
        known = judging.scratch[_HEADERS] = dict(reversed(named))
    return known


_PLAIN: Final[Mapping[str, Reader]] = {
    "account_id": attrgetter("context.account_id"),
    "conversation_id": attrgetter("context.conversation_id"),
    "bot_id": attrgetter("context.bot_id"),
    "turn_id": attrgetter("context.turn_id"),
    "model": _model,
    "streaming": attrgetter("context.streaming"),
    "request.url": attrgetter("context.request.url"),
    "user_text": attrgetter("user_text"),
    "system_text": _system_text,
    "message_count": _message_count,
}
_PATHS: Final[Mapping[str, tuple[str, Callable[[str], Reader]]]] = {
    "attributes.": ("<path>", _attribute),
    "options.": ("<path>", _option),
    "request.headers.": ("<name>", _header),
    "request.retry.": ("<name>", _retry),
}
