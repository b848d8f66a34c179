"""A compiled document: what resolving reads. Built once by `compile_catalog`, never changed afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .rules.base import Rule
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from .formats.definitions import Definition
    from .index import PromptIndex


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tool:
    """A tool as it may be offered. `key` is None for a tool sent with the request; `executor` is its document text."""

    key: str | None
    name: str
    description: str = ""
    parameters: Mapping[str, Any] | None = None
    allow: Rule | None = None
    return_direct: bool = False
    sensitive: bool = False
    sequential: bool = False
    executor: Mapping[str, Any] = field(default_factory=lambda: {"kind": "client"})
    definitions: "dict[str, Definition]" = field(default_factory=dict, repr=False)  # by format, made at first use


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Group:
    """A tool group with its compiled rule; a group without a matcher always hits (rule `always`)."""

    name: str
    rule: Rule
    tools: tuple[Tool, ...] = ()
    system_prompt: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Prompt:
    """What a request names: its system message, the tools always sent, and the groups that are judged, in order."""

    name: str
    index: "PromptIndex"
    system_message: str = ""
    tools: tuple[Tool, ...] = ()
    groups: tuple[Group, ...] = ()
    tool_choice: str | Mapping[str, str] | None = None
    default_model: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Catalog:
    """Everything compiled, by identity. `digest` is the document's; `switched_off` holds `group:NAME` and `tool:KEY`."""

    digest: str
    prompts: Mapping[str, Prompt]
    groups: Mapping[str, Group]
    tools: Mapping[str, Tool]
    rules: Mapping[str, Rule]
    vocabulary: Vocabulary
    switched_off: frozenset[str] = frozenset()
