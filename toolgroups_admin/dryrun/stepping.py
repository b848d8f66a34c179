"""A chat turn by turn: each user message is a step, at which everything after it has not been said yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from toolgroups_admin.engine import ChatContext, EngineError, resolve, text_of
from toolgroups_admin.releases.interceptors import configured_interceptors

from .sources import Compiled

MOST_STEPS = 40
MOST_OF_A_TEXT = 60
WHOLE = 0

Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class Step:
    """A user message with its number from 1, the value that chooses it (the last one is the whole chat), and who hit."""

    number: int
    value: int
    text: str
    groups: tuple[str, ...]
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """The last steps of a chat, and each group that hit in one of them with whether it did, step by step."""

    steps: Sequence[Step]
    rows: Sequence[tuple[str, Sequence[bool]]]


def up_to(messages: Sequence[Message], step: int) -> Sequence[Message]:
    """The messages up to that user message; all of them where there is no such step."""
    places = user_places(messages)
    return messages[: places[step - 1] + 1] if 0 < step < len(places) else messages


def user_places(messages: Sequence[Any]) -> list[int]:
    """Where the user speaks."""
    return [place for place, said in enumerate(messages) if isinstance(said, Mapping) and said.get("role") == "user"]


def strip_of(context: ChatContext, compiled: Compiled, step: int) -> Strip | None:
    """Who hit at each of the last steps of a whole chat; None when it has one step only."""
    places = user_places(context.messages)
    if len(places) < 2:
        return None
    chosen = step if 0 < step < len(places) else WHOLE
    numbers = range(max(1, len(places) - MOST_STEPS + 1), len(places) + 1)
    steps = [_step(context, compiled, number, places, chosen) for number in numbers]
    names = dict.fromkeys(name for each in steps for name in each.groups)
    return Strip(steps, [(name, [name in each.groups for each in steps]) for name in names])


def _step(context: ChatContext, compiled: Compiled, number: int, places: Sequence[int], chosen: int) -> Step:
    value = number if number < len(places) else WHOLE
    said = context.with_(messages=up_to(context.messages, value))
    text = " ".join((text_of(context.messages[places[number - 1]]) or "").split())
    return Step(number, value, text[:MOST_OF_A_TEXT], _hits(said, compiled), value == chosen)


def _hits(context: ChatContext, compiled: Compiled) -> tuple[str, ...]:
    try:
        return resolve(compiled.catalog, context, interceptors=configured_interceptors()).groups
    except EngineError:  # an interceptor that fails at an earlier step
        return ()
