"""A tool token says what a decision lets be called, and lets nobody else call it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core import signing

from tests.engine.building import contains, document, group, tool
from toolgroups_admin.engine import compile_catalog
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.traffic.answering import answer
from toolgroups_admin.traffic.tokens import read_token

CANARY = "canary-77c0"
CATALOG = compile_catalog(
    document(group("weather", tool("calendar.update", name="calendar.up"), matcher=contains("rain")))
)
STATE = State(releases={"production": LiveRelease("production", 3, CATALOG.digest, CATALOG)})
KEY = LiveKey(7, "shop", "production", frozenset({"resolve", "execute"}))


def token(key: LiveKey = KEY, **members: Any) -> str | None:
    message = {"role": "user", "content": f"rain {CANARY}"}
    body = {"prompt": "p", "messages": [message], "tool_context": {"tenant": CANARY}, **members}
    return answer(key, body, state=STATE).tool_token


def test_a_token_has_the_decision_and_its_tools_under_the_names_that_were_sent() -> None:
    answered = answer(KEY, {"prompt": "p", "messages": [{"role": "user", "content": "rain"}]}, state=STATE)

    found = read_token(json.loads(answered.encoded())["tool_token"], KEY)

    assert (found.decision, found.environment, found.key, found.prompt) == (answered.decision_id, "production", 7, "p")
    assert found.release == CATALOG.digest
    assert dict(found.tools) == {answered.request.sent_as[0]: ("calendar.update", "group:weather")}


def test_a_tool_of_the_callers_own_has_no_key() -> None:
    found = read_token(token(tools=[{"name": "mine"}]) or "", KEY)

    assert found.tools["mine"] == (None, "request")


def test_a_key_without_the_scope_gets_none() -> None:
    key = replace(KEY, scopes=frozenset({"resolve"}))

    answered = answer(key, {"prompt": "p"}, state=STATE)

    assert "tool_token" not in json.loads(answered.encoded())


def test_a_token_holds_no_message_and_no_tool_context() -> None:
    members = signing.b64_decode((token() or "").split(":")[0].lstrip(".").encode())

    assert b"calendar_up" in members
    assert CANARY.encode() not in members


@pytest.mark.parametrize(
    ("other", "code"),
    [
        (replace(KEY, id=8), "tool_token_not_valid"),
        (replace(KEY, environment="staging"), "tool_token_not_valid"),
    ],
)
def test_a_token_is_of_one_key_and_environment(other: LiveKey, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_token(token() or "", other)

    assert refused.value.code == code


def test_a_token_that_was_touched_is_not_valid() -> None:
    for text in ("", "x", (token() or "")[:-1], signing.dumps(["d"], salt="another")):
        with pytest.raises(Refused) as refused:
            read_token(text, KEY)
        assert refused.value.code == "tool_token_not_valid"


def test_a_token_ends_with_its_time() -> None:
    with pytest.raises(Refused) as refused:
        read_token(token() or "", KEY, seconds=-1)

    assert refused.value.code == "tool_token_expired"
