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

from toolgroups_admin.execution import CallResult, Chat, calls_of
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
    ours = {each.id: f"call_{uuid4().hex}" for each in (*chat.pending, *chat.unapproved)}
    done = _with_our_ids(chat.messages[before:], ours)
    arguments = {ours[call.id]: call.arguments for call in calls_of(_last(chat.messages)) if call.id in ours}
    calls = [call for call in _last(done)["tool_calls"] if call["id"] in arguments]
    approvals = [_approval(each, ours[each.id], arguments, decision) for each in chat.unapproved]
    outcomes = {each.id: each.outcome for each in chat.last.results if each.id not in ours} if chat.last else {}
    handed = Handed(
        first=calls[0]["id"],
        decision=decision,
        messages=done,
        waiting=[each["id"] for each in approvals],
        outcomes=dict(outcomes),
    )
    await keep(handed, key)
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
    except (OSError, RedisError, Undecryptable, TypeError):  # the last for what an earlier version kept
        return None


def ids_of(message: Any) -> list[str]:
    """The ids of a message's calls."""
    return [call.id for call in calls_of(message)] if isinstance(message, dict) and message.get("tool_calls") else []


def _approval(waiting: CallResult, call: str, arguments: Mapping[str, Any], decision: str) -> Json:
    """What somebody looks at to approve a call, and what is sent back when that is done."""
    approval = approval_of(decision, call, arguments[call])
    about = {"id": call, "name": waiting.name, "key": waiting.key, "arguments": arguments[call]}
    return {**about, "approval": approval}


def _last(messages: Sequence[Message]) -> Message:
    """The message whose calls are handed over."""
    return next(message for message in reversed(messages) if message.get("tool_calls"))


def _with_our_ids(messages: Sequence[Message], ours: Mapping[str, str]) -> list[Json]:
    """The messages with our ids in the last round; an earlier one may have had the same of the model's."""
    last = _last(messages)
    calls = [{**call, "id": ours.get(call["id"], call["id"])} for call in last["tool_calls"]]
    return [{**message, "tool_calls": calls} if message is last else dict(message) for message in messages]


def _place(key: LiveKey, handed: str) -> str:
    return f"gateway:{key.id}:{handed}"
