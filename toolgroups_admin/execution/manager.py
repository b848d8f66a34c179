"""The tool calling manager: the calls of an assistant's message in, their results and the new history out."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypedDict, Unpack

from toolgroups_admin.engine import Tool

from .allowing import AllowList
from .authenticating import Tokens
from .background import BACKGROUND, BackgroundLoop
from .calls import UNANSWERED, CallResult, Listener, Message, ToolExecutionResult, TurnLimitReached
from .circuits import CircuitBreaker
from .commands import StdioCommand
from .executors import Connections, Executor
from .executors.http import HttpExecutor
from .executors.python import PythonExecutor
from .functions import FunctionTool
from .interception import CallInterceptor
from .limits import Limits, breaches
from .offered import Offered, tools_by_name
from .policy import ErrorPolicy, policy_of, raise_for
from .pools import Clients
from .quiet import quieten
from .rounds import Round
from .running import Runner
from .shapes import Shape, calls_of_turn, shape_of


class CallOptions(TypedDict, total=False):
    """What may be said with the calls of a message: the environment's connections by name, the request's own policy for
    errors, which wins over the manager's, and texts by call id for tools that the caller runs itself.
    """

    connections: Connections | None
    throw_on_tool_error: bool | None
    client_results: Mapping[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallingManager:
    """Executes the tool calls that a model asked for, and nothing that it was not offered (contracts 11 to 16).

    One manager serves any number of conversations at once; its executors keep connections open between calls. `listener`
    is told of each call as soon as it is over, also of one that is cancelled with the chat; it must not raise.
    """

    executors: Mapping[str, Executor]
    limits: Limits = field(default_factory=Limits)
    policy: ErrorPolicy = field(default_factory=ErrorPolicy)
    interceptors: Sequence[CallInterceptor] = ()
    circuits: CircuitBreaker = field(default_factory=CircuitBreaker)
    listener: Listener | None = None
    background: BackgroundLoop = BACKGROUND

    def execute(
        self,
        messages: Sequence[Message],
        assistant_message: Message,
        tools: Offered,
        tool_context: Mapping[str, Any] | None = None,
        **options: Unpack[CallOptions],
    ) -> ToolExecutionResult:
        """`aexecute` for callers without an event loop; it runs in the background loop."""
        work = partial(self.aexecute, messages, assistant_message, tools, tool_context, **options)
        return self.background.run(work)

    async def aexecute(
        self,
        messages: Sequence[Message],
        assistant_message: Message,
        tools: Offered,
        tool_context: Mapping[str, Any] | None = None,
        **options: Unpack[CallOptions],
    ) -> ToolExecutionResult:
        """All calls of the message, executed; one result for each call id, in call order, in the message's own shape.

        `messages` is the history before it, never changed. Functions that are coroutines run in this loop, requests and
        sessions always in the background loop, which keeps them. Raises `ToolCallsFailed` and `TurnLimitReached`, both
        with everything that finished.
        """
        shape = shape_of(assistant_message)
        this = self._round(tools_by_name(tools, shape.format), tool_context or {}, options)
        calls = shape.calls(assistant_message)
        too_many = breaches(self.limits, calls_of_turn(messages, shape), calls)
        results = await this.results(calls, too_many)
        result = _result(messages, assistant_message, shape, results, this)
        _raise(self.limits, result, this, too_many)
        return result

    def _round(self, tools: Mapping[str, Tool], context: Mapping[str, Any], options: CallOptions) -> Round:
        connections = options.get("connections") or {}
        return Round(
            tools=tools,
            context=context,
            runner=Runner(
                executors=self.executors, limits=self.limits, circuits=self.circuits, connections=connections
            ),
            policy=self._policy(options.get("throw_on_tool_error")),
            interceptors=self.interceptors,
            given=options.get("client_results") or {},
            raised={},
            listener=self.listener,
        )

    def _policy(self, throw_on_tool_error: bool | None) -> ErrorPolicy:
        if throw_on_tool_error is None:
            return self.policy
        return replace(self.policy, throw_on_tool_error=throw_on_tool_error)


def manager(
    *,
    functions: Mapping[str, FunctionTool] | None = None,
    allow: AllowList | None = None,
    commands: Mapping[str, StdioCommand] | None = None,
    around: Callable[[], AbstractContextManager[Any]] = nullcontext,
    background: BackgroundLoop = BACKGROUND,
    policy: ErrorPolicy | None = None,
    **members: Any,
) -> ToolCallingManager:
    """A manager with every executor there is.

    Without a `policy`, TOOLGROUPS_THROW_ON_TOOL_ERROR in the environment says what becomes of errors.

    `functions` are the Python tools, `allow` the addresses beyond the public, `commands` the MCP servers that are
    started here, by the names under which tools know them as connections; they come from settings only. Functions in
    threads run within `around()`.
    """
    # Loaded here, since the MCP SDK costs every process 30 MB and half a second that only few have a use for.
    from .executors.mcp import McpExecutor

    quieten()
    clients = Clients(allow or AllowList(), background)
    tokens = Tokens(clients.client)
    executors: dict[str, Executor] = {
        "python": PythonExecutor(functions or {}, around=around),
        "http": HttpExecutor(clients, tokens, background),
        "mcp": McpExecutor(clients, tokens, background, commands or {}),
    }
    policy = policy or policy_of(os.environ)
    return ToolCallingManager(executors=executors, background=background, policy=policy, **members)


def _result(
    messages: Sequence[Message], asked: Message, shape: Shape, results: Sequence[CallResult], this: Round
) -> ToolExecutionResult:
    answers = shape.answers(asked, [result for result in results if result.outcome not in UNANSWERED])
    direct = bool(results) and all(
        result.outcome == "ok" and this.tools[result.name].return_direct for result in results
    )
    return ToolExecutionResult((*messages, asked, *answers), direct, tuple(results), tuple(answers))


def _raise(limits: Limits, result: ToolExecutionResult, this: Round, too_many: Mapping[str, str]) -> None:
    failures = [each for each in result.results if each.id in this.raised]
    raise_for(failures, [this.raised[each.id] for each in failures], result)
    breached = [each for each in result.results if each.id in too_many]
    if breached and limits.on_breach == "raise":
        raise TurnLimitReached(breached[0].text, result, breached)
