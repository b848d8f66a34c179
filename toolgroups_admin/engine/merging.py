"""Merging tools and prompts of the groups that hit into one request (contracts 6 and 7)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .catalog import REMEMBERED, Offer, Replaced
from .notice import Notice
from .texts import SYSTEM_ROLES, is_blank, text_of

Message = Mapping[str, Any]


def merge_offers(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """One offer per wire name, in the order in which the names first came.

    A later tool takes the place of an earlier one of its name and keeps its position (contract 6), so that adding a
    group never reorders what the model already saw; what it replaced is kept on it, first one first.
    """
    merged: dict[str, Offer] = {}
    for offer in offers:
        name = offer.tool.name
        if earlier := merged.get(name):
            offer = Offer(offer.tool, offer.source, (*earlier.replaced, Replaced(earlier.tool.key, earlier.source)))
        merged[name] = offer
    return tuple(merged.values())


merge_known_offers = lru_cache(maxsize=REMEMBERED)(merge_offers)


def merge_messages(
    messages: Sequence[Message], system_message: str, additions: Sequence[str]
) -> tuple[tuple[Message, ...], str | None, tuple[Notice, ...]]:
    """The messages for one model call, the text of the system message in them, and warnings (contract 7).

    `system_message` is the prompt's ("" when blank) and stands only where the request has none of its own;
    `additions` are the hit groups' prompts in order, without blank ones. The given messages are never changed.
    """
    merged = list(messages)
    place = _system_place(merged)
    if place is None and system_message:
        return _with_known(merged, _known_system(system_message, tuple(additions)))
    notices = _already_present(merged, place, additions)
    if additions:
        place = _add(merged, place, "\n\n".join(additions))
    return tuple(merged), None if place is None else text_of(merged[place]), notices


class _System(NamedTuple):
    """The system message of a request without one of its own."""

    text: str
    notices: tuple[Notice, ...]


@lru_cache(maxsize=REMEMBERED)
def _known_system(system_message: str, additions: tuple[str, ...]) -> _System:
    alone = [{"role": "system", "content": system_message}]
    notices = _already_present(alone, 0, additions)
    return _System("\n\n".join((system_message, *additions)), notices)


def _with_known(messages: list[Message], system: _System) -> tuple[tuple[Message, ...], str, tuple[Notice, ...]]:
    return ({"role": "system", "content": system.text}, *messages), system.text, system.notices


def system_text_of(messages: Sequence[Message]) -> str | None:
    """The text of the first message of role system or developer, or None."""
    place = _system_place(messages)
    return None if place is None else text_of(messages[place])


def _system_place(messages: Sequence[Message]) -> int | None:
    return next((place for place, message in enumerate(messages) if message["role"] in SYSTEM_ROLES), None)


def _add(messages: list[Message], place: int | None, addition: str) -> int:
    if place is None:
        messages.insert(0, {"role": "system", "content": addition})
        return 0
    messages[place] = {**messages[place], "content": _content_with(messages[place].get("content"), addition)}
    return place


def _content_with(content: Any, addition: str) -> Any:
    if isinstance(content, list) and content:
        return [*content, {"type": _part_type(content), "text": addition}]
    if isinstance(content, str) and not is_blank(content):
        return f"{content}\n\n{addition}"
    return addition


def _part_type(parts: Sequence[Mapping[str, Any]]) -> str:
    """The type of one more text part: `input_text` where the message speaks that dialect, else `text`."""
    return "input_text" if any(part.get("type") == "input_text" for part in parts) else "text"


def _already_present(messages: Sequence[Message], place: int | None, additions: Sequence[str]) -> tuple[Notice, ...]:
    text = None if place is None else text_of(messages[place])
    if not text:
        return ()
    blocks = f"\n\n{text}\n\n"
    return tuple(
        Notice("prompt_already_present", f"$.messages[{place}]", f"the system message already holds: {addition[:80]}")
        for addition in additions
        if f"\n\n{addition}\n\n" in blocks
    )
