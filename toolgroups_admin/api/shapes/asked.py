"""The body of a resolve request (design §5)."""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from .base import Shape

Format = Literal["openai", "openai-responses", "anthropic", "gemini", "mcp"]
Identifier = str | int | float | None


class AskedMessage(Shape):
    """A message of the chat; further members pass through."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[dict[str, Any]] | None = Field(None, description="Text, a list of parts, or null.")


class AskedTool(Shape):
    """A tool that the caller brings along and runs itself."""

    name: str = Field(min_length=1)
    description: str = ""
    parameters: dict[str, Any] | None = Field(None, description="A JSON Schema.")


class ChosenTool(Shape):
    """One tool, by its key; a tool that came with the request by its name."""

    tool: str


class ModelRequestFacts(Shape):
    """The model request that the caller is about to make, never this HTTP request."""

    url: str | None = None
    headers: dict[str, Any] = Field(default_factory=dict)
    retry: dict[str, Any] = Field(default_factory=dict)


class AskedContext(Shape):
    """A chat context. A member that is not named here is refused."""

    prompt: str = Field(min_length=1, description="The prompt whose groups are judged.")
    messages: list[AskedMessage] = Field(default_factory=list, description="The chat so far.")
    account_id: Identifier = None
    conversation_id: Identifier = None
    bot_id: Identifier = None
    turn_id: Identifier = None
    options: dict[str, Any] = Field(default_factory=dict, description="Options of the model request, such as `model`.")
    attributes: dict[str, Any] = Field(default_factory=dict, description="What rules may ask for, such as `plan`.")
    streaming: bool = False
    request: ModelRequestFacts = Field(default_factory=ModelRequestFacts)
    tools: list[str | AskedTool] = Field(
        default_factory=list,
        description="Further tools: keys of the release, or tools of the caller's own. A key that is sensitive, or "
        "neither the prompt's nor in one of its groups, needs the scope `tools:any`.",
    )
    groups: list[str] = Field(
        default_factory=list,
        description="Further groups of the release, judged after the prompt's own. One that is not the prompt's needs "
        "the scope `tools:any`.",
    )
    tool_context: dict[str, Any] = Field(default_factory=dict, description="What tools get and the model never sees.")
    tool_choice: Literal["auto", "none", "required"] | ChosenTool | None = None


class ResolveRequest(AskedContext):
    """A chat context, and how the answer is wanted. A member that is not named here is refused."""

    now: None = Field(None, description="The time is the server's: only null is taken here.")
    format: Format = Field("openai", description="The provider for which `tools` and `tool_choice` are spelled.")
    explain: bool = Field(
        default=False, description="Whether to say why each group hit or missed; needs the scope `explain`."
    )
