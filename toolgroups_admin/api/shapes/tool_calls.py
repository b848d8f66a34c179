"""What goes in and out of the endpoint that has tools called."""

from typing import Any, Literal

from pydantic import Field

from .answered import AnsweringRelease
from .base import Shape


class ToolCallsRequest(Shape):
    """The calls that a model asked for. A member that is not named here is refused."""

    tool_token: str = Field(description="The `tool_token` of the resolve answer whose tools the model was given.")
    assistant_message: dict[str, Any] = Field(
        description="The model's message with its calls, as OpenAI, Anthropic or Gemini writes it."
    )
    messages: list[dict[str, Any]] = Field(
        default_factory=list, description="The chat before it; the calls since the user's last word count for limits."
    )
    tool_context: dict[str, Any] | None = Field(
        None, description="What tools get and the model never sees; wins over the environment's."
    )
    throw_on_tool_error: bool | None = Field(
        None,
        description="Whether an error of a tool is raised (502) instead of told to the model; null: as the server.",
    )
    results: dict[str, str] | None = Field(
        None,
        description="Texts by call id that are there already: of the caller's own tools, or of an earlier request.",
    )
    approvals: dict[str, str] | None = Field(None, description="Approvals by call id, as `results` had them.")


class ToolCallResult(Shape):
    """What one call came to."""

    id: str
    name: str = Field(description="As the model called it.")
    key: str | None
    outcome: Literal[
        "ok",
        "pending",
        "approval_required",
        "unknown_tool",
        "bad_arguments",
        "refused",
        "tool_failed",
        "timed_out",
        "connection_failed",
        "limit_reached",
        "cancelled",
    ] = Field(description="`pending`: a tool of the caller, who runs it. `approval_required`: nothing was called yet.")
    text: str = Field(description="What the model reads.")
    cut: bool = Field(description="Whether the text was too long, and says so.")
    seconds: float
    approval: str | None = Field(
        description="To be sent back in `approvals` with the same message once somebody has approved this call; it is "
        "good for 15 minutes and spent once."
    )


class ToolCallsAnswer(Shape):
    """One result for each call, in call order."""

    decision_id: str
    environment: str
    release: AnsweringRelease
    tool_messages: list[dict[str, Any]] = Field(
        description="The messages that answer the model, in its shape; without calls that are pending or wait for approval."
    )
    return_direct: bool = Field(description="Whether the results go to the user as they are.")
    results: list[ToolCallResult]
    history: list[dict[str, Any]] = Field(description="The chat with the model's message and the answers.")
