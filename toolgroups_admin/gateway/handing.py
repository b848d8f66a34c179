"""Calls that are handed to the caller, and what was said and done before them, kept until the caller comes back."""

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final
from uuid import uuid4

from anyio import to_thread
from django.core.cache import cache
from redis import RedisError

from toolgroups_admin.execution import Chat, calls_of
from toolgroups_admin.releases.encrypting import Undecryptable, decrypt, encrypt
from toolgroups_admin.releases.state import LiveKey
from toolgroups_admin.traffic.approvals import approval_of

Json = dict[str, Any]
Message = Mapping[str, Any]
KEPT_SECONDS: Final = 3600
OURS: Final = re.compile(r"call_[0-9a-f]{32}")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """What led to a message with handed calls, that message and the answers that are there, as the model sees them.

    `waiting` are the ids of calls that somebody must approve, `outcomes` those of the answers, by call id. The whole is
    kept under the first of the handed ids.
    """

    first: str
    decision: str
    messages: list[Json] = field(repr=False)
    waiting: list[str]
    outcomes: dict[str, str]

    def with_answers(self, answers: Sequence[Message]) -> "Handed":
        """The same when calls that waited have been made."""
        return replace(self, messages=[*self.messages, *(dict(answer) for answer in answers)], waiting=[])


async def hand_over(chat: Chat, before: int, key: LiveKey, decision: str) -> tuple[list[Json], list[Json]]:
    """The calls that the caller runs or has approved, and the approvals, under ids of our own: a model's may come twice.

    The caller sees those calls alone. When it comes back, what was done is put back in its place, so that nothing is
    called a second time.
    """
    handed = (*chat.pending, *chat.unapproved)
    ours = {each.id: f"call_{uuid4().hex}" for each in handed}
    done = [_renamed(message, ours) for message in chat.messages[before:]]
    calls = [call for message in done for call in message.get("tool_calls") or () if call["id"] in ours.values()]
    arguments = {call.id: call.arguments for message in done for call in calls_of(message)}
    waiting = [{"id": ours[each.id], "name": each.name, "key": each.key} for each in chat.unapproved]
    approvals = [
        {
            **each,
            "arguments": arguments[each["id"]],
            "approval": approval_of(decision, each["id"], arguments[each["id"]]),
        }
        for each in waiting
    ]
    outcomes = {each.id: each.outcome for each in chat.last.results if each.id not in ours} if chat.last else {}
    names = [each["id"] for each in approvals]
    first = str(calls[0]["id"])
    await keep(Handed(first=first, decision=decision, messages=done, waiting=names, outcomes=dict(outcomes)), key)
    return calls, approvals


async def keep(handed: Handed, key: LiveKey) -> None:
    """Keeps it for an hour, unless the cache is away."""
    try:
        kept = encrypt(json.dumps(asdict(handed)))
        await to_thread.run_sync(cache.set, _place(key, handed.first), kept, KEPT_SECONDS)
    except (OSError, RedisError):
        log.warning("what was done before calls were handed over cannot be kept: the cache is away")


async def handed_in(message: Any, key: LiveKey) -> Handed | None:
    """What was kept for a message of handed calls that has come back; None for all others, and when it is gone."""
    ids = ids_of(message)
    if not ids or not OURS.fullmatch(ids[0]):
        return None
    try:
        token = await to_thread.run_sync(cache.get, _place(key, ids[0]))
        return Handed(**json.loads(decrypt(token))) if token else None
    except (OSError, RedisError, Undecryptable):
        return None


def ids_of(message: Any) -> list[str]:
    """The ids of a message's calls."""
    return [call.id for call in calls_of(message)] if isinstance(message, dict) and message.get("tool_calls") else []


def _renamed(message: Message, ours: Mapping[str, str]) -> Json:
    """A model's message with our ids in it."""
    calls = message.get("tool_calls")
    if message.get("role") != "assistant" or not calls:
        return dict(message)
    return {**message, "tool_calls": [{**call, "id": ours.get(call["id"], call["id"])} for call in calls]}


def _place(key: LiveKey, handed: str) -> str:
    return f"gateway:{key.id}:{handed}"
