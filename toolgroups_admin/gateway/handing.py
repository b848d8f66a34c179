"""Calls that are handed to the caller, and what was said and done before them, kept until the caller comes back."""

import json
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from anyio import to_thread
from django.core.cache import cache
from redis import RedisError

from toolgroups_admin.execution import Chat
from toolgroups_admin.releases.encrypting import Undecryptable, decrypt, encrypt
from toolgroups_admin.releases.state import LiveKey

Json = dict[str, Any]
Message = Mapping[str, Any]
KEPT_SECONDS: Final = 3600
OURS: Final = re.compile(r"call_[0-9a-f]{32}")

log = logging.getLogger(__name__)


async def handed_over(chat: Chat, before: int, key: LiveKey) -> list[Json]:
    """The calls that the caller runs, under ids of our own: a model's may come twice.

    The caller sees those calls alone. When it comes back with their results, `with_what_was_done` puts the rest of the
    round, and the rounds before it, back in their place, so that nothing is called a second time.
    """
    ours = {call.id: f"call_{uuid4().hex}" for call in chat.pending}
    done = [_renamed(message, ours) for message in chat.messages[before:]]
    calls = [call for message in done for call in message.get("tool_calls") or () if call["id"] in ours.values()]
    try:
        place, kept = _place(key, calls[0]["id"]), encrypt(json.dumps(done))
        await to_thread.run_sync(cache.set, place, kept, KEPT_SECONDS)
    except (OSError, RedisError):
        log.warning("what was done before calls were handed over cannot be kept: the cache is away")
    return calls


async def with_what_was_done(messages: Sequence[Any], key: LiveKey) -> list[Any]:
    """The caller's messages, with each message of handed calls replaced by all that led to it."""
    found: list[Any] = []
    for message in messages:
        found += await _kept(message, key) or [message]
    return found


async def _kept(message: Any, key: LiveKey) -> list[Json] | None:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    first = calls[0] if isinstance(calls, list) and calls else None
    handed = first.get("id") if isinstance(first, dict) else None
    if not isinstance(handed, str) or not OURS.fullmatch(handed):
        return None
    try:
        token = await to_thread.run_sync(cache.get, _place(key, handed))
        kept: list[Json] | None = json.loads(decrypt(token)) if token else None
    except (OSError, RedisError, Undecryptable):
        return None
    return kept


def _renamed(message: Message, ours: Mapping[str, str]) -> Json:
    """A model's message with our ids in it."""
    calls = message.get("tool_calls")
    if message.get("role") != "assistant" or not calls:
        return dict(message)
    return {**message, "tool_calls": [{**call, "id": ours.get(call["id"], call["id"])} for call in calls]}


def _place(key: LiveKey, handed: str) -> str:
    return f"gateway:{key.id}:{handed}"
