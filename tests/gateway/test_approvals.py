"""Sensitive tools in a chat: handed back for somebody to approve, and called once, with the arguments that were approved."""

from typing import Any

import openai
import pytest

from tests.engine.building import document, group, tool
from tests.execution.calling import USER, Json, asks, call
from tests.gateway.chatting import Desk, client, python
from tests.gateway.models import Model
from toolgroups_admin.gateway.resuming import NO_ANSWER
from toolgroups_admin.traffic.writing import WRITER

SHARES = '{"AAPL":2,"NVDA":3}'
DONE: Json = {"role": "assistant", "content": "It is done."}
ANY: Json = {"type": "object", "properties": {"order": {"type": "string"}}}
spending = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture(autouse=True)
def _desk(desk: Desk, model: Model) -> None:
    """A model that has an order refunded, after a look at the shares, and says so when it knows of both."""
    refund = python("refund", "number_of_shares", sensitive=True, parameters=ANY)
    direct = python("pay_out", "number_of_shares", sensitive=True, return_direct=True)
    desk.release(document(group("g", python("number_of_shares"), refund, direct, tool("ask_user")), default_model="m"))
    model.script = lambda messages: DONE if answers(messages) else asks(call("number_of_shares"), REFUND)


REFUND = call("refund", {"order": "A1"})


def answers(messages: Any) -> list[str]:
    return [str(message["content"]) for message in messages if message["role"] == "tool"]


def chat(caller: openai.OpenAI, messages: list[Any], *, streamed: bool = False, **own: Any) -> Json:
    """The last choice and our own words of a chat, whole or streamed."""
    more = {"toolgroups": own}
    if not streamed:
        whole = caller.chat.completions.create(model="m", messages=messages, extra_body=more).to_dict()
    else:
        with caller.chat.completions.stream(model="m", messages=messages, extra_body=more) as stream:
            chunks: list[Any] = [event.chunk.to_dict() for event in stream if event.type == "chunk"]
            whole = {**stream.get_final_completion().to_dict(), "toolgroups": chunks[-1]["toolgroups"]}
    choice: Any = whole["choices"][0]  # type: ignore[index]
    return {"message": choice["message"], "finish": choice["finish_reason"], "own": whole["toolgroups"]}


def waiting(caller: openai.OpenAI, **options: Any) -> tuple[list[Any], Json]:
    """The conversation up to a call that waits, as a caller keeps it, and the approvals that may be sent."""
    found = chat(caller, [USER], **options)
    handed = {"role": "assistant", "content": None, "tool_calls": found["message"]["tool_calls"]}
    for each in handed["tool_calls"]:
        each.pop("parsed_arguments", None)
        each["function"].pop("parsed_arguments", None)
    return [USER, handed], {each["id"]: each["approval"] for each in found["own"]["approvals"]}


def refused(caller: openai.OpenAI, messages: list[Any], approvals: Json) -> str | None:
    with pytest.raises(openai.PermissionDeniedError) as caught:
        chat(caller, messages, approvals=approvals)
    return caught.value.code


def recorded() -> list[tuple[str, str]]:
    """Tool and outcome of each call that was recorded."""
    return [(row.tool, row.outcome) for row in WRITER._waiting]  # type: ignore[attr-defined]


@pytest.mark.parametrize("streamed", [False, True])
def test_a_sensitive_call_is_handed_back_with_what_may_be_approved(chatter: openai.OpenAI, streamed: bool) -> None:
    found = chat(chatter, [USER], streamed=streamed)

    [handed] = found["message"]["tool_calls"]
    [approval] = found["own"]["approvals"]
    assert (found["finish"], found["own"]["ended_by"]) == ("tool_calls", "approval")
    assert (handed["function"]["name"], handed["function"]["arguments"]) == ("refund", '{"order": "A1"}')
    assert {**approval, "approval": ""} == {
        "id": handed["id"],
        "name": "refund",
        "key": "refund",
        "arguments": '{"order": "A1"}',
        "approval": "",
    }
    assert sorted(recorded()) == [("number_of_shares", "ok"), ("refund", "approval_required")]


@spending
@pytest.mark.parametrize("streamed", [False, True])
def test_what_somebody_approved_is_called_once_and_the_chat_goes_on(
    model: Model, chatter: openai.OpenAI, streamed: bool
) -> None:
    messages, approvals = waiting(chatter, streamed=streamed)

    found = chat(chatter, messages, streamed=streamed, approvals=approvals)

    assert (found["message"]["content"], found["finish"]) == ("It is done.", "stop")
    assert [each["outcome"] for each in found["own"]["tool_calls"]] == ["ok"]
    assert answers(model.bodies[-1]["messages"]) == [SHARES, SHARES]
    assert recorded()[-1] == ("refund", "ok")
    assert len(recorded()) == 3

    assert refused(chatter, messages, approvals) == "approval_not_valid"
    assert len(recorded()) == 3

    chat(chatter, [*messages, DONE, USER])
    assert answers(model.bodies[-1]["messages"]) == [SHARES, SHARES]


@spending
def test_a_model_that_repeats_the_id_of_an_approved_call_has_no_approval(model: Model, chatter: openai.OpenAI) -> None:
    messages, approvals = waiting(chatter)
    [id] = approvals
    model.script = lambda said: asks(call("refund", {"order": "A9"}, id)) if len(answers(said)) < 3 else DONE

    found = chat(chatter, messages, approvals=approvals)

    assert [each["outcome"] for each in found["own"]["tool_calls"]] == ["ok", "approval_required"]


@spending
def test_a_direct_result_that_was_approved_goes_to_the_user_as_it_is(model: Model, chatter: openai.OpenAI) -> None:
    model.script = lambda messages: asks(call("pay_out"))
    messages, approvals = waiting(chatter)

    found = chat(chatter, messages, approvals=approvals)

    assert (found["message"]["content"], found["own"]["ended_by"]) == (SHARES, "return_direct")
    assert len(model.bodies) == 1


@spending
def test_the_callers_own_call_and_one_that_waits_are_handed_over_together(model: Model, chatter: openai.OpenAI) -> None:
    model.script = lambda messages: DONE if answers(messages) else asks(call("ask_user"), REFUND, call("pay_out"))
    messages, approvals = waiting(chatter)
    asked, refund, pay_out = (each["id"] for each in messages[-1]["tool_calls"])
    parts = [{"type": "text", "text": "yes"}, {"type": "text", "text": "do"}]
    messages.append({"role": "tool", "tool_call_id": asked, "content": parts})

    chat(chatter, messages, approvals={refund: approvals[refund]})

    assert set(approvals) == {refund, pay_out}
    assert answers(model.bodies[-1]["messages"]) == ["yes\ndo", SHARES, NO_ANSWER]


def test_without_an_approval_the_model_is_told_and_nothing_is_called(model: Model, chatter: openai.OpenAI) -> None:
    messages, _ = waiting(chatter)

    found = chat(chatter, [*messages, {"role": "user", "content": "No, leave it."}])

    assert answers(model.bodies[-1]["messages"]) == [SHARES, NO_ANSWER]
    assert found["own"]["tool_calls"] == []


def test_the_caller_may_answer_a_call_instead_of_approving_it(model: Model, chatter: openai.OpenAI) -> None:
    messages, approvals = waiting(chatter)
    declined = {"role": "tool", "tool_call_id": next(iter(approvals)), "content": "The user said no."}

    chat(chatter, [*messages, declined])

    assert answers(model.bodies[-1]["messages"]) == [SHARES, "The user said no."]


@pytest.mark.parametrize("odd", [{"role": "tool"}, {"role": "tool", "tool_call_id": 7}, "x", None, {"role": []}])
def test_what_follows_the_call_and_is_no_answer_leaves_nothing_to_approve(chatter: openai.OpenAI, odd: Any) -> None:
    messages, approvals = waiting(chatter)

    assert refused(chatter, [*messages, odd], approvals) == "approval_not_valid"


def test_changed_arguments_are_refused(chatter: openai.OpenAI) -> None:
    messages, approvals = waiting(chatter)
    messages[-1]["tool_calls"][0]["function"]["arguments"] = '{"order": "A2"}'

    assert refused(chatter, messages, approvals) == "approval_not_valid"


def test_an_approval_holds_for_its_call_its_key_and_its_place_only(
    desk: Desk, chatter: openai.OpenAI, url: str
) -> None:
    (messages, approvals), (others, other) = waiting(chatter), waiting(chatter)
    [id], [approval], [token] = messages[-1]["tool_calls"], approvals.values(), other.values()

    assert refused(chatter, messages, {id["id"]: token}) == "approval_not_valid"
    assert refused(chatter, others, approvals) == "approval_not_valid"
    assert refused(chatter, [*messages, DONE, USER], approvals) == "approval_not_valid"
    assert refused(chatter, [USER], {"call_0": approval}) == "approval_not_valid"
    with client(url, "anybody") as caller, pytest.raises(openai.PermissionDeniedError) as caught:
        chat(caller, messages, approvals=approvals, prompt="p")
    assert caught.value.code == "approval_not_valid"
    assert [tool for tool, outcome in recorded() if outcome == "ok"] == ["number_of_shares"] * 2


def test_a_call_that_was_handed_over_long_ago_still_has_an_answer_for_the_model(
    model: Model, chatter: openai.OpenAI
) -> None:
    """As with one that the cache has no longer: nothing is kept under this id."""
    messages, approvals = waiting(chatter)
    messages[-1]["tool_calls"][0]["id"] = gone = f"call_{0:032}"

    assert refused(chatter, messages, {gone: next(iter(approvals.values()))}) == "approval_not_valid"
    chat(chatter, messages)

    assert answers(model.bodies[-1]["messages"]) == [NO_ANSWER]


def test_approvals_of_another_shape_are_said_to_be_that(chatter: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        chat(chatter, [USER], approvals={"call_0": 1})

    assert (caught.value.code, caught.value.param) == ("wrong_type", "toolgroups.approvals")
