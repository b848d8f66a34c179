"""The shape of a document: one class an object, members in canonical order, defaults as they are left out."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from . import limits
from .rule_specs import RuleSpec, Spec

Section = Literal["tools", "rules", "groups", "prompts"]

Title = Annotated[str, Field(max_length=limits.TITLE)]
Instructions = Annotated[str, Field(max_length=limits.INSTRUCTIONS)]
Description = Annotated[str, Field(max_length=limits.DESCRIPTION)]
Label = Annotated[str, Field(min_length=1, max_length=limits.TITLE)]
Labels = Annotated[list[Label], Field(max_length=limits.LABELS)]
References = Annotated[list[str], Field(max_length=limits.REFERENCES)]
Filled = Annotated[str, Field(min_length=1, max_length=limits.IDENTITY)]
WireName = Annotated[str, Field(min_length=1, max_length=limits.WIRE_NAME)]
Seconds = Annotated[int | float, Field(gt=0, le=limits.TIMEOUT_SECONDS)]


class WaiverSpec(Spec):
    """A lint rule that does not count for this object, and why."""

    rule: Filled
    reason: Annotated[str, Field(min_length=1, max_length=limits.NOTE)]


Waivers = Annotated[list[WaiverSpec], Field(max_length=limits.LABELS)]


class ClientExecutorSpec(Spec):
    """The caller runs the tool."""

    kind: Literal["client"]


class PythonExecutorSpec(Spec):
    """A function registered in code; `context_keys` are the keys of the tool context that it may see."""

    kind: Literal["python"]
    function: Filled
    timeout: Seconds | None = None
    idempotent: bool = False
    context_keys: Labels = []


class HttpExecutorSpec(Spec):
    """A request over a named connection; `arguments` says where each argument goes, `answer` is a JSONPath."""

    kind: Literal["http"]
    connection: Filled
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: Annotated[str, Field(min_length=1, max_length=limits.URL_PATH)]
    arguments: Annotated[dict[str, Literal["path", "query", "header", "body"]], Field(max_length=limits.ARGUMENTS)] = {}
    answer: Annotated[str, Field(min_length=1, max_length=limits.ANSWER_PATH)] | None = None
    timeout: Seconds | None = None
    idempotent: bool = False
    context_keys: Labels = []


class McpExecutorSpec(Spec):
    """A tool of an MCP server behind a named connection."""

    kind: Literal["mcp"]
    connection: Filled
    tool: WireName
    timeout: Seconds | None = None
    idempotent: bool = False
    context_keys: Labels = []


ExecutorSpec = Annotated[
    ClientExecutorSpec | PythonExecutorSpec | HttpExecutorSpec | McpExecutorSpec, Field(discriminator="kind")
]


class ToolSpec(Spec):
    """A tool; without `name` its key is its wire name."""

    key: str
    title: Title = ""
    owner: Title = ""
    tags: Labels = []
    name: WireName | None = None
    description: Description = ""
    parameters: dict[str, Any] | None = None
    allow: RuleSpec | None = None
    return_direct: bool = False
    sensitive: bool = False
    sequential: bool = False
    executor: ExecutorSpec = ClientExecutorSpec(kind="client")
    waivers: Waivers = []

    @property
    def identity(self) -> str:
        return self.key


class NamedSpec(Spec):
    """What rules, groups and prompts have in common."""

    name: str
    title: Title = ""
    owner: Title = ""
    tags: Labels = []

    @property
    def identity(self) -> str:
        return self.name


class RuleEntrySpec(NamedSpec):
    """A shared rule."""

    definition: RuleSpec
    waivers: Waivers = []


class GroupSpec(NamedSpec):
    """A tool group; without `matcher` it always hits."""

    description: Description = ""
    system_prompt: Instructions = ""
    tools: References = []
    matcher: RuleSpec | None = None
    enabled: bool = True
    waivers: Waivers = []


class ToolChoiceSpec(Spec):
    """The choice of one tool, by key."""

    tool: str


def _choice_tag(value: Any) -> str:
    return "word" if isinstance(value, str) else "tool"


ToolChoice = Annotated[
    Annotated[Literal["auto", "none", "required"], Tag("word")] | Annotated[ToolChoiceSpec, Tag("tool")],
    Discriminator(_choice_tag),
]


class PromptSpec(NamedSpec):
    """A prompt: what a request names."""

    system_message: Instructions = ""
    tools: References = []
    groups: References = []
    tool_choice: ToolChoice | None = None
    default_model: Title | None = None
    metadata: dict[str, Any] = {}
    waivers: Waivers = []


ObjectSpec = ToolSpec | RuleEntrySpec | GroupSpec | PromptSpec


class DocumentSpec(Spec):
    """A whole document; `scenarios` stand in exports only, and are no part of its digest."""

    format: Literal[1]
    tools: list[ToolSpec] = []
    rules: list[RuleEntrySpec] = []
    groups: list[GroupSpec] = []
    prompts: list[PromptSpec] = []
    scenarios: list[dict[str, Any]] = []
