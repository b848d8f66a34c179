"""Answering without HTTP: what the API and the gateway share."""

import json
from typing import Any

import pytest

from tests.engine.building import contains, document, group, tool
from toolgroups_admin.engine import ChatContext, Interceptor, InvalidContext, Resolution, compile_catalog
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.releases.state import PromptNames
from toolgroups_admin.traffic.answering import answer

CATALOG = compile_catalog(document(group("weather", tool("get_weather"), matcher=contains("rain"))))
STATE = State(releases={"production": LiveRelease("production", 3, CATALOG.digest, CATALOG)})
KEY = LiveKey(1, "shop", "production", frozenset())
RAIN = {"prompt": "p", "messages": [{"role": "user", "content": "rain"}]}


def test_an_answer_says_which_release_decided_and_what() -> None:
    found = answer(KEY, RAIN, state=STATE)

    assert (found.release.number, found.resolution.groups, found.request.sent_as) == (3, ("weather",), ("get_weather",))
    assert json.loads(found.encoded())["decision_id"] == found.decision_id


def test_interceptors_may_be_given() -> None:
    def forbids(context: ChatContext, proceed: Any) -> Resolution:
        resolution: Resolution = proceed(context)
        return resolution.with_(offers=())

    found = answer(KEY, RAIN, state=STATE, interceptors=[Interceptor("forbids", forbids)])

    assert found.request.tools == ()


def test_the_body_is_not_changed() -> None:
    body = {**RAIN, "format": "gemini", "explain": False, "now": None}
    before = json.dumps(body)

    answer(KEY, body, state=STATE)

    assert json.dumps(body) == before


def test_a_body_of_the_wrong_shape_says_everything_at_once() -> None:
    with pytest.raises(InvalidContext) as caught:
        answer(KEY, {"messages": 5, "format": 5}, state=STATE)

    assert [fault.path for fault in caught.value.faults] == ["$.messages", "$.prompt", "$.format"]


def test_what_the_key_may_not_ask_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        answer(KEY, {**RAIN, "explain": True}, state=STATE)

    assert caught.value.code == "scope_missing"


def test_what_a_prompt_may_name_is_collected_once() -> None:
    release = STATE.releases["production"]

    assert release.names_of("p") is release.names_of("p")
    assert release.names_of("p") == PromptNames(frozenset({"get_weather"}), frozenset({"weather"}))
