"""The answer to a resolve request (design §5)."""

from typing import Any, Literal

from pydantic import Field

from .base import Shape


class AnsweringRelease(Shape):
    """The release that decided."""

    number: int
    digest: str = Field(description="SHA-256 over the release's objects.")
    switches: str | None = Field(description="SHA-256 over what is switched off in the environment; null for nothing.")


class ReplacedTool(Shape):
    """A tool that gave its place to a later one of the same name."""

    key: str | None
    source: str


class ToolInfo(Shape):
    """Where a tool came from and how it is called."""

    name: str = Field(description="The name under which tools are merged.")
    sent_as: str = Field(description="The name in `tools`, which the model calls.")
    key: str | None = Field(description="Null for a tool that came with the request.")
    source: str = Field(description="`prompt`, `request` or `group:NAME`.")
    replaced: list[ReplacedTool]
    return_direct: bool
    sensitive: bool
    executor: Literal["client", "python", "http", "mcp"]


class AnswerWarning(Shape):
    """What the caller should know, though the request was answered."""

    code: str
    path: str
    detail: str


class Span(Shape):
    """Where something was found: the message's place, and code points from start to end."""

    message: int
    start: int
    end: int


class ExplainedNode(Shape):
    """One node of a rule with its verdict and evidence."""

    id: str
    kind: str
    verdict: Literal["true", "false", "unknown", "not_evaluated"]
    reason: str
    actual: Any = None
    expected: Any = None
    spans: list[Span]
    children: list["ExplainedNode"]


class ExplainedGroup(Shape):
    """A group's verdict, its rule tree, and the nodes that keep it from hitting."""

    name: str
    verdict: Literal["hit", "miss", "unknown", "disabled", "switched_off"]
    tree: ExplainedNode
    blockers: list[str]


class ExplainedTool(Shape):
    """What became of a tool."""

    key: str | None
    outcome: str
    reason: str


class Explanation(Shape):
    """Why the answer is what it is."""

    groups: list[ExplainedGroup]
    tools: list[ExplainedTool]
    set_by: dict[str, str] = Field(description="Which interceptor set which member of the context.")


class Resolved(Shape):
    """A resolved request."""

    prompt: str
    groups: list[str] = Field(description="The groups that hit, in order.")
    tools: list[dict[str, Any]] = Field(description="The member `tools` of the model request; send none when empty.")
    tool_info: list[ToolInfo] = Field(description="In the order of the tools.")
    messages: list[dict[str, Any]] = Field(description="The messages for one model call, in the shape received.")
    system_prompt: str | None = Field(description="The text of the system message among them.")
    tool_choice: Any = Field(description="The member `tool_choice` of the model request; null: leave it out.")
    warnings: list[AnswerWarning]
    explanation: Explanation | None = Field(description="Null unless it was asked for.")


class ResolveAnswer(Resolved):
    """The resolved request. The same question to the same release gives the same bytes, but for `decision_id`
    and `tool_token`."""

    decision_id: str = Field(description="A UUIDv7.")
    environment: str
    release: AnsweringRelease
    tool_token: str | None = Field(
        None,
        description="For keys with the scope `execute` only: lets the tools of this answer be called for 15 minutes by "
        "`POST /api/v1/tool-calls`.",
    )
