"""Having the calls of a model's message executed, for a program that shows the token of a resolve."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import (
    Answer,
    CallResult,
    ToolCallingManager,
    ToolCallsFailed,
    ToolExecutionResult,
    calls_of,
    tool_context_of,
)
from toolgroups_admin.releases.permitting import Refused, require_scope
from toolgroups_admin.releases.state import LiveKey, LiveRelease, State

from .answering import EXECUTE, live_release
from .approvals import approval_of, check_approvals, spend
from .call_requests import CallRequest, read_call_request
from .consenting import asking_first
from .destinations import Destinations, destinations_of
from .recording import Circumstances, record_calls
from .tokens import ToolToken, read_token

_encode = msgspec.json.Encoder().encode


class CallsFailed(Exception):
    """Tools failed, and the caller wants errors raised; `answer` holds all that finished."""

    def __init__(self, why: str, answer: "CallsAnswer") -> None:
        self.answer = answer
        super().__init__(why)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsAnswer:
    """What the calls came to, and under which release."""

    calls: "PreparedCalls" = field(repr=False)
    result: ToolExecutionResult

    def encoded(self) -> bytes:
        """The answer as JSON text in UTF-8."""
        return _encode(self.document())

    def document(self) -> dict[str, Any]:
        """The answer as JSON."""
        release, result = self.calls.release, self.result
        return {
            "decision_id": self.calls.token.decision,
            "environment": release.environment,
            "release": {"number": release.number, "digest": release.digest, "switches": release.switches},
            "tool_messages": list(result.answers),
            "return_direct": result.return_direct,
            "results": [self._entry(each) for each in result.results],
            "history": list(result.conversation_history),
        }

    def _entry(self, result: CallResult) -> dict[str, Any]:
        approval = None
        if result.outcome == "approval_required":
            approval = approval_of(self.calls.token.decision, result.id, self.calls.arguments[result.id])
        return {
            "id": result.id,
            "name": result.name,
            "key": result.key,
            "outcome": result.outcome,
            "text": result.text,
            "cut": result.cut,
            "seconds": round(result.seconds, 3),
            "approval": approval,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCalls:
    """Calls that may be made, and everything that it takes; the database is needed no more."""

    key: LiveKey
    token: ToolToken
    request: CallRequest
    release: LiveRelease
    destinations: Destinations = field(repr=False)
    context: Mapping[str, Any] = field(repr=False)
    tools: Mapping[str, Tool] = field(repr=False)
    arguments: Mapping[str, Any] = field(repr=False)

    async def run(self) -> CallsAnswer:
        """Makes the calls; raises `CallsFailed` when errors are to be raised."""
        try:
            result = await self._manager().aexecute(*self._what(), **self._how())
        except ToolCallsFailed as failed:
            raise CallsFailed(str(failed), self._recorded(failed.result)) from failed
        return self._recorded(result)

    def _manager(self) -> ToolCallingManager:
        given = {call: Answer(text) for call, text in self.request.results.items()}
        return replace(self.destinations.manager, interceptors=(asking_first(self.request.approvals, given),))

    def _what(self) -> tuple[Any, ...]:
        request = self.request
        return request.messages, request.assistant_message, self.tools, self.context

    def _how(self) -> dict[str, Any]:
        return {
            "connections": self.destinations.connections,
            "throw_on_tool_error": self.request.throw_on_tool_error,
        }

    def _recorded(self, result: ToolExecutionResult) -> CallsAnswer:
        made = [each for each in result.results if each.id not in self.request.results]
        kinds = {tool.key: tool.executor["kind"] for tool in self.tools.values() if tool.key is not None}
        circumstances = Circumstances(
            environment=self.release.environment,
            release=self.release.number,
            decision=self.token.decision,
            prompt=self.token.prompt,
            key=self.key.id,
        )
        record_calls(made, self.arguments, kinds, circumstances=circumstances)
        return CallsAnswer(calls=self, result=result)


def prepare_calls(key: LiveKey, body: Any, *, state: State) -> PreparedCalls:
    """The calls of a decoded body, for a key that was let in; asks the database, and spends approvals.

    Raises `InvalidContext` for a body of the wrong shape, and `Refused` for what may not be called.
    """
    require_scope(key, EXECUTE)
    request = read_call_request(body)
    token = read_token(request.tool_token, key)
    if key.prompts is not None and token.prompt not in key.prompts:
        raise Refused("prompt_not_allowed", f"The key {key.name!r} is limited to other prompts than {token.prompt!r}.")
    release = live_release(key, state)
    arguments = {each.id: each.arguments for each in calls_of(request.assistant_message)}
    _refuse_switched_off(token, request, release)
    check_approvals(request.approvals, decision=token.decision, arguments=arguments)
    destinations = destinations_of(key.environment)
    prepared = PreparedCalls(
        key=key,
        token=token,
        request=request,
        release=release,
        destinations=destinations,
        context=tool_context_of(destinations.context_of(token.prompt), request.tool_context),
        tools=dict(_tools(token, release)),
        arguments=arguments,
    )
    if request.approvals:
        spend(request.approvals, decision=token.decision, arguments=arguments)
    return prepared


def _tools(token: ToolToken, release: LiveRelease) -> list[tuple[str, Tool]]:
    """The token's tools as the live release has them; what it has no longer is not offered."""
    live = release.catalog.tools
    found = [
        (name, Tool(key=None, name=name) if key is None else live.get(key)) for name, (key, _) in token.tools.items()
    ]
    return [(name, tool) for name, tool in found if tool is not None]


def _refuse_switched_off(token: ToolToken, request: CallRequest, release: LiveRelease) -> None:
    off = release.catalog.switched_off
    for call in calls_of(request.assistant_message):
        key, source = token.tools.get(call.name, (None, ""))
        if f"tool:{key}" in off or source in off:
            raise Refused("tool_switched_off", f"The tool {key!r} is switched off in {release.environment!r}.")
