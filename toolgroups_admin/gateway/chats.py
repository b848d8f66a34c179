"""A chat from its request to its end: resolved, asked, its tools executed, until there is something for the caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from toolgroups_admin.engine import notices_json
from toolgroups_admin.execution import (
    CallResult,
    Chat,
    ToolCallingManager,
    ToolCallsFailed,
    arun_chat,
    calls_of,
    tool_context_of,
)
from toolgroups_admin.releases.state import LiveKey, State
from toolgroups_admin.traffic.answering import Answer, answer

from .calling import manager_of
from .errors import NOT_AGAIN, ChatRefused
from .handing import hand_over
from .reading import OWN, ChatRequest
from .recording import recording
from .resuming import Restored, ThisRound, restored
from .saying import Json, Saying, Send, added
from .surroundings import Provider, Surroundings
from .upstream import asked, client_of

Message = Mapping[str, Any]
FINISHES: Final = {"client_tool": "tool_calls", "approval": "tool_calls", "limit": "length"}


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One chat under way; `send` gets chunks when it is streamed, `note` a word on each phase of tools."""

    key: LiveKey
    request: ChatRequest
    answer: Answer
    restored: Restored
    around: Surroundings
    provider: Provider
    model: str
    seconds: float
    warnings: list[Json]
    send: Send | None = None
    note: Any = None
    usage: Any = None
    rest: Json = field(default_factory=dict)
    finish_reason: str | None = None
    logprobs: Any = None
    rounds: int = 0
    saying: Saying = field(init=False)
    this_round: ThisRound = field(init=False)

    async def run(self) -> Json:
        """Runs to the end and gives the whole answer; raises `ChatRefused`, and `Refused` for approvals."""
        self.saying, self.this_round = Saying(self.answer.decision_id, self.send), self.restored.round_to_make()
        messages = self.restored.before(self.answer.resolution.messages)
        chat = await self._course(messages)
        if chat.ended_by == "timeout":
            words = f"The chat was not at its end after {self.seconds:g} seconds."
            raise ChatRefused(504, "chat_timed_out", words, headers=NOT_AGAIN)
        own = {OWN: await self._end_of(chat, len(messages) + self.restored.round_length)}
        finish = FINISHES.get(chat.ended_by) or (self.finish_reason if chat.ended_by == "answer" else None) or "stop"
        await self.saying.end(finish, own)
        return self._whole(finish) | own

    async def _end_of(self, chat: Chat, before: int) -> Json:
        """Says what is for the caller, results and calls, and gives our own words beside it."""
        words = self._own_words(chat, before)
        if chat.direct:
            self.saying.next_round()
            await self.saying.take({"content": "\n".join(chat.direct)})
        if chat.pending or chat.unapproved:
            calls, approvals = await hand_over(chat, before, self.key, self.answer.decision_id)
            await self.saying.hand_over(calls)
            words |= {"approvals": approvals} if approvals else {}
        return words

    async def _course(self, messages: Sequence[Message]) -> Chat:
        destinations, approved = self.around.destinations, self.restored.approved
        context = tool_context_of(destinations.context_of(self.answer.resolution.prompt), self.request.tool_context)
        if approved:
            await approved.spend()
        try:
            chat = await arun_chat(
                self._manager(),
                self._said,
                messages,
                self.answer.request,
                context,
                said=approved.said if approved else None,
                seconds=self.seconds,
                connections=destinations.connections,
                throw_on_tool_error=self.request.throw_on_tool_error,
            )
        except ToolCallsFailed as error:
            await self._keep_approved(error.result.conversation_history)
            raise self._broken_off(error, len(messages) + self.restored.round_length) from error
        await self._keep_approved(chat.messages)
        known = approved.given if approved else {}
        return replace(chat, results=tuple(each for each in chat.results if each.id not in known))

    def _manager(self) -> ToolCallingManager:
        now = self.this_round
        listener = recording(self.answer, self.key, known=now.given)
        return manager_of(self.around.destinations, approved=now.approved, given=now.given, listener=listener)

    async def _keep_approved(self, messages: Sequence[Message]) -> None:
        """Before the model is asked, which may fail, and where it is not asked any more."""
        if self.restored.approved and not self.rounds:
            await self.restored.approved.keep(messages, self.key)

    async def _said(self, messages: Sequence[Message]) -> Message:
        """The model's next message."""
        await self._keep_approved(messages)
        self.this_round.end()
        if self.note is not None and (self.rounds or self.restored.approved):
            await self.note("tools answered")
        self.saying.next_round()
        client = client_of(self.provider, self.around.destinations.allow, self.seconds)
        said = await asked(client, self.provider, self._body(messages), self.saying.take if self.send else None)
        self.rounds += 1
        self.usage = added(self.usage, said.rest.pop("usage", None))
        self.rest, self.finish_reason, self.logprobs = said.rest, said.finish_reason, said.logprobs
        self.saying.head["model"] = said.rest.get("model") or self.model
        if not self.send:
            await self.saying.take(said.message)
        if self.note is not None and (calls := calls_of(said.message)):
            await self.note(f"calling {', '.join(call.name for call in calls)}")
        return said.message

    def _body(self, messages: Sequence[Message]) -> Json:
        request, others = self.answer.request, dict(self.request.others)
        tools = [self._definition(name, tool) for name, tool in zip(request.sent_as, request.tools, strict=True)]
        body: Json = {"model": self.model, "messages": list(messages), **others}
        if tools:
            body["tools"] = tools
            if (choice := self._choice()) is not None:
                body["tool_choice"] = choice
        else:
            body.pop("parallel_tool_calls", None)  # refused by providers where there are no tools
        if self.send is not None and self.request.stream_options is not None:
            body["stream_options"] = self.request.stream_options
        return body

    def _definition(self, name: str, tool: Json) -> Json:
        """A tool of the caller's as it came, which may say more than we know."""
        offer = self.answer.request.names[name]
        own = self.request.tools.get(name) if offer.tool.key is None else None
        return own or tool

    def _choice(self) -> Any:
        """A forced call is forced once: after it the model may answer."""
        choice = self.answer.request.tool_choice
        is_first = not self.rounds and not self.restored.approved
        return choice if is_first or choice in ("auto", "none", None) else "auto"

    def _whole(self, finish: str) -> Json:
        choice = {"index": 0, "message": self.saying.message(), "logprobs": self.logprobs, "finish_reason": finish}
        usage = {} if self.usage is None else {"usage": self.usage}
        return {**self.rest, **self.saying.head, "object": "chat.completion", "choices": [choice], **usage}

    def _broken_off(self, error: ToolCallsFailed, before: int) -> ChatRefused:
        """An error for the caller with everything that finished (contract 15), messages and outcomes."""
        history = error.result.conversation_history
        finished = {"tool_calls": _told(error.result.results), "messages": list(history[before:])}
        return ChatRefused(500, "tool_failed", f"{error}.", headers=NOT_AGAIN, more={OWN: finished})

    def _own_words(self, chat: Chat, before: int) -> Json:
        """What we decided and did, beside OpenAI's members."""
        release = self.answer.release
        return {
            "decision_id": self.answer.decision_id,
            "release": {"number": release.number, "digest": release.digest, "switches": release.switches},
            "prompt": self.answer.resolution.prompt,
            "groups": list(self.answer.resolution.groups),
            "ended_by": chat.ended_by,
            "tool_calls": _told(chat.results),
            "warnings": self.warnings,
            **({"messages": list(chat.messages[before:])} if self.request.with_history else {}),
        }


async def begun(key: LiveKey, request: ChatRequest, state: State, around: Surroundings, seconds: float) -> Conversation:
    """A chat that is resolved and has a model; raises what resolving raises, and `ChatRefused`."""
    sent = request.context["messages"]
    whole = await restored(sent if isinstance(sent, list) else [], request.approvals, key)
    if isinstance(sent, list):
        request.context["messages"] = whole.messages
    answered = answer(key, request.context, state=state)
    prompt = answered.release.catalog.prompts[answered.resolution.prompt]
    wanted = request.model or prompt.default_model
    if not wanted:
        words = f"Name a model: the prompt {prompt.name!r} has none of its own."
        raise ChatRefused(400, "model_missing", words, param="model")
    provider, model = around.provider_of(wanted)
    return Conversation(
        key=key,
        request=request,
        answer=answered,
        restored=whole,
        around=around,
        provider=provider,
        model=model,
        seconds=seconds,
        warnings=_warnings(answered),
    )


def _told(results: Sequence[CallResult]) -> list[Json]:
    return [{"id": each.id, "name": each.name, "key": each.key, "outcome": each.outcome} for each in results]


def _warnings(answered: Answer) -> list[Json]:
    """Those of resolving, and one for each of the caller's tools that a group's has taken the place of."""
    found: list[Json] = [*notices_json((*answered.resolution.warnings, *answered.request.notices))]
    for offer in answered.request.offers:
        if offer.tool.key is not None and any(lost.source == "request" and lost.key is None for lost in offer.replaced):
            detail = f"the tool {offer.tool.name!r} of {offer.source} is called in place of the one in the request"
            found.append({"code": "request_tool_replaced", "path": "$.tools", "detail": detail})
    return found
