"""Asking a provider for a model's next message, through OpenAI's SDK and the guard for outgoing calls."""

import json
import logging
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple
from uuid import uuid4
from weakref import WeakKeyDictionary

import httpx2
import openai

from toolgroups_admin.engine import MalformedJSON, decode_json
from toolgroups_admin.execution import AllowList, StreamedMessage, async_guarded_client
from toolgroups_admin.releases.receiving import MOST_DEPTH

from .errors import NOT_AGAIN, ChatRefused
from .heard import Unreadable, choices_of, finish_of, message_of
from .surroundings import Provider

Json = dict[str, Any]
Take = Callable[[Json], Awaitable[None]]
CONNECT_SECONDS: Final = 10.0
CONNECTIONS: Final = 1000  # to one provider, as the SDK itself would have
# The SDK's own way for what it has no method for: its method for chats takes every message and tool apart by the types
# that it knows, which costs more than all else that is done for a call, and knows no member of other providers.
PATH: Final = "/chat/completions"
STREAMED: Final[Json] = {"stream": True}
NO_KEY: Final = "none"  # what servers that want no key are used to be sent
PASSED_ON: Final = ("content-type", "retry-after", "retry-after-ms", "x-request-id")

_clients: WeakKeyDictionary[AbstractEventLoop, dict[tuple[Provider, AllowList], openai.AsyncOpenAI]] = (
    WeakKeyDictionary()
)
logging.getLogger("openai").setLevel(logging.WARNING)  # below that it writes what people say


class Said(NamedTuple):
    """What a model said: its message, why it ended, and the rest of its answer."""

    message: Json
    finish_reason: str | None
    logprobs: Any
    rest: Json


def client_of(provider: Provider, allow: AllowList, seconds: float) -> openai.AsyncOpenAI:
    """The client for a provider in this event loop; it keeps its connections."""
    kept = _clients.setdefault(get_running_loop(), {})
    client = kept.get((provider, allow))
    if client is None:
        timeout = httpx2.Timeout(seconds, connect=CONNECT_SECONDS)
        client = openai.AsyncOpenAI(
            api_key=provider.key or NO_KEY,
            base_url=provider.url,
            http_client=async_guarded_client(allow, timeout=timeout, connections=CONNECTIONS),
            timeout=timeout,
            max_retries=0,  # the caller's own client tries again, and knows for how long
        )
        client.organization = client.project = None  # those of this machine's environment are nobody's here
        kept[provider, allow] = client
    return client


async def close_clients() -> None:
    """Closes the clients of this event loop, for a server's end and for tests."""
    for client in _clients.pop(get_running_loop(), {}).values():
        await client.close()


async def asked(client: openai.AsyncOpenAI, provider: Provider, body: Json, take: Take | None) -> Said:
    """The model's next message; with `take` it is streamed, and each delta handed on as it comes.

    Raises `ChatRefused` with what the provider answered, or says that it cannot be reached.
    """
    try:
        return await (_whole(client, body) if take is None else _streamed(client, body, take))
    except openai.APIStatusError as error:
        raise _passed_on(error.response, provider) from error
    except openai.APITimeoutError as error:
        raise _failed(504, "provider_timed_out", f"The model provider {provider.name!r} took too long.") from error
    except openai.APIConnectionError as error:
        raise _failed(502, "provider_away", f"The model provider {provider.name!r} cannot be reached.") from error
    except openai.APIError as error:  # an error in the midst of a stream
        raise _told(error, provider) from error
    except (Unreadable, MalformedJSON) as error:
        words = f"The model provider {provider.name!r} answered something else than a chat."
        raise _failed(502, "provider_unreadable", words) from error


async def _whole(client: openai.AsyncOpenAI, body: Json) -> Said:
    raw = await client.post(PATH, body=body, cast_to=httpx2.Response)
    answer = decode_json(raw.content, depth=MOST_DEPTH)
    choice = next(iter(choices_of(answer)), {})
    rest = {name: answer[name] for name in ("model", "usage", "system_fingerprint", "service_tier") if name in answer}
    return Said(_plain(message_of(choice, "message")), finish_of(choice), choice.get("logprobs"), rest)


async def _streamed(client: openai.AsyncOpenAI, body: Json, take: Take) -> Said:
    message, ended, rest = StreamedMessage(), None, Json()
    events = openai.AsyncStream[object]
    async with await client.post(PATH, body=body | STREAMED, cast_to=object, stream=True, stream_cls=events) as stream:
        async for chunk in _chunks(stream):
            rest |= {name: chunk[name] for name in ("model", "usage", "system_fingerprint") if chunk.get(name)}
            for choice in choices_of(chunk):
                delta = message_of(choice, "delta") if choice.get("delta") else Json()
                ended = finish_of(choice) or ended
                message.add(delta)
                await take(delta)
    return Said(_plain(message.message()), ended, None, rest)


async def _chunks(stream: AsyncIterator[object]) -> AsyncIterator[Json]:
    """The objects of a stream, which the SDK decodes; raises `Unreadable` for what it cannot."""
    while True:
        try:
            chunk = await anext(stream)
        except StopAsyncIteration:
            return
        except (ValueError, RecursionError) as error:
            raise Unreadable from error
        yield chunk if isinstance(chunk, dict) else Json()


def _plain(message: Json) -> Json:
    """A message as it is the same whether it was streamed or not: what is null or empty is not there."""
    said = {name: value for name, value in message.items() if value is not None and value != [] and name != "content"}
    if calls := said.get("tool_calls"):
        said["tool_calls"] = [call | {"id": call.get("id") or f"call_{uuid4().hex}"} for call in calls]
    return {**said, "content": message.get("content") or ("" if not said.get("tool_calls") else None)}


def _passed_on(response: httpx2.Response, provider: Provider) -> ChatRefused:
    """The provider's own answer, but for its key should it stand in there."""
    body = response.content
    if provider.key:
        body = body.replace(provider.key.encode(), b"******")
    headers = {name: response.headers[name] for name in PASSED_ON if name in response.headers}
    headers |= {"X-ToolGroups-Error-From": provider.name}
    words = f"The model provider {provider.name!r} answered with status {response.status_code}."
    return ChatRefused(response.status_code, "provider_error", words, headers=headers, body=body)


def _told(error: openai.APIError, provider: Provider) -> ChatRefused:
    told: Mapping[str, Any] = error.body if isinstance(error.body, Mapping) else {"message": error.message}
    text = json.dumps({"error": told})
    body = text.replace(provider.key, "******") if provider.key else text
    return ChatRefused(502, "provider_error", "The model provider failed.", headers=NOT_AGAIN, body=body.encode())


def _failed(status: int, code: str, words: str) -> ChatRefused:
    return ChatRefused(status, code, words)
