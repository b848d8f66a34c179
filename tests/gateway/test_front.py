"""The front of chats: what Django would have seen to, it sees to itself."""

import asyncio
import gc
import json
from typing import Any

import httpx2
import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.benchmarks.chat_corpus import MODEL_CALLS, ROUNDS, written
from tests.benchmarks.chat_load import Callers, Model, at_once, model_server
from tests.execution.calling import USER, Json
from tests.gateway.chatting import Desk
from tests.gateway.models import Model as ScriptedModel
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import AllowList, manager
from toolgroups_admin.gateway.chats import Conversation
from toolgroups_admin.gateway.front import PATH, with_chat_front
from toolgroups_admin.gateway.surroundings import Provider
from toolgroups_admin.traffic.destinations import Destinations
from toolgroups_admin.traffic.writing import WRITER

MANY = 40  # 200 are measured by tests/benchmarks/chats.py
BODY: Json = {"model": "m", "messages": [USER]}


def posted(url: str, **changed: Any) -> httpx2.Response:
    headers = {"Authorization": "Bearer chatter", "Content-Type": "application/json", **changed.pop("headers", {})}
    content = changed.pop("content", json.dumps(BODY))
    return httpx2.post(f"{url}/chat/completions", content=content, headers=headers)


@pytest.mark.usefixtures("desk", "model")
def test_an_answer_tells_browsers_to_do_nothing_with_it(url: str) -> None:
    answer = posted(url)

    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert (answer.headers["x-content-type-options"], answer.headers["cache-control"]) == ("nosniff", "no-store")


@pytest.mark.usefixtures("desk", "model")
@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"headers": {"Host": "evil.example"}}, 400, "foreign_host"),
        ({"headers": {"Authorization": ""}}, 401, "invalid_api_key"),
        ({"headers": {"Content-Type": "text/plain"}}, 415, "unsupported_media_type"),
        ({"content": "{"}, 400, "malformed_json"),
        ({"content": b"x" * (5 * 1024 * 1024 + 1)}, 413, "body_too_large"),
    ],
)
def test_what_the_api_refuses_is_refused_here_in_openais_shape(url: str, changed: Json, status: int, code: str) -> None:
    answer = posted(url, **changed)

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.headers.get("www-authenticate", "Bearer").startswith("Bearer")


def test_a_name_in_a_header_may_be_chinese(desk: Desk, model: ScriptedModel, url: str) -> None:
    answer = posted(url, headers={"X-ToolGroups-Prompt": "客服".encode()})

    assert "'客服'" in answer.json()["error"]["message"]


@pytest.mark.usefixtures("desk", "model")
@pytest.mark.parametrize("said", ["{", "[]", '{"a":' * 2000, '{"a": NaN}', '{"a": 1e999}', '{"a": "\\ud800"}', b"\xff"])
def test_attributes_in_a_header_are_held_to_what_a_body_is(url: str, said: Any) -> None:
    answer = posted(url, headers={"X-ToolGroups-Attributes": said})

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "wrong_type")


def test_a_caller_who_goes_away_ends_a_chat_that_is_not_streamed(desk: Desk, model: ScriptedModel) -> None:
    begun: list[str] = []
    body = json.dumps(BODY).encode()
    messages = [{"type": "http.request", "body": body}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return messages.pop(0)

    async def around(environment: str) -> Any:
        begun.append(environment)
        await asyncio.sleep(60)

    async def nothing(*_: Any) -> None:
        raise AssertionError

    headers = {"host": "localhost", "authorization": "Bearer chatter", "content-type": "application/json"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": PATH,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    front = with_chat_front(nothing, current=lambda: desk.state, around=around)

    asyncio.run(asyncio.wait_for(front(scope, receive, nothing), 5))

    assert begun == ["production"]


@pytest.mark.parametrize(
    ("method", "status", "code"), [("GET", 405, "method_not_allowed"), ("POST", 421, "wrong_port")]
)
def test_the_process_that_serves_pages_says_what_to_do(method: str, status: int, code: str) -> None:
    answer = Client().generic(method, PATH, "{}", content_type="application/json")

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_of_many_chats_at_once_nothing_is_lost_and_nothing_stays_behind(
    desk: Desk, url: str, settings: Settings
) -> None:
    """Each asks a model of 50 ms three times, and has two calls of a tool made between."""
    settings.TOOLGROUPS_TOOLS = ["tests.benchmarks.chat_corpus:step"]

    async def all_chats() -> int:
        async with model_server() as model:
            with_model(desk, model)
            callers, before = Callers(httpx2.URL(url).port or 0, "chatter"), Model.asked
            await at_once(callers.chat, MANY)
            await callers.close()
            return Model.asked - before

    assert asyncio.run(all_chats()) == MANY * MODEL_CALLS
    assert len(WRITER._waiting) == MANY * ROUNDS
    gc.collect()
    assert not [each for each in gc.get_objects() if type(each) is Conversation]


def with_model(desk: Desk, model: str) -> None:
    """Puts the benchmark's document on the desk, and a model of its own beside it."""
    allow = AllowList([model.removeprefix("http://")])
    tools = manager(functions=configured_functions(), allow=allow)
    destinations = Destinations(manager=tools, allow=allow, connections={}, contexts={})
    desk.release(
        written(), around={"destinations": destinations, "providers": (Provider("own", f"{model}/v1", "", ("m",)),)}
    )
