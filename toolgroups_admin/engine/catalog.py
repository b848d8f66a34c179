"""A compiled document: what resolving reads. Built once by `compile_catalog`, never changed afterwards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .definition import Definition
from .notice import Notice
from .rule import Rule
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from .index import PromptIndex

FROM_REQUEST = "request"
REMEMBERED = 1024  # how many sets of offers are remembered with what was made of them


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
    definitions: dict[str, Definition] = field(default_factory=dict, repr=False)  # by format, made at first use


class Replaced(NamedTuple):
    """A tool that lost its place to a later one of its wire name."""

    key: str | None
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A tool offered to the model, where it came from (`prompt`, `request`, `group:NAME`) and what it replaced."""

    tool: Tool
    source: str
    replaced: tuple[Replaced, ...] = ()


def are_of_catalog(offers: Iterable[Offer]) -> bool:
    """Whether none of them came with the request: those of a catalog are few and come again, so they are remembered."""
    return not any(offer.source == FROM_REQUEST for offer in offers)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Group:
    """A tool group with its compiled rule and what a hit adds: offers, and a system prompt ("" when blank).

    A group without a matcher always hits (rule `always`). One that is off, disabled or switched off, is not judged.
    """

    name: str
    rule: Rule
    offers: tuple[Offer, ...] = ()
    system_prompt: str = ""
    enabled: bool = True
    switched_off: bool = False
    notices: tuple[Notice, ...] = ()  # of the system prompt, for every answer that holds it

    @property
    def is_off(self) -> bool:
        return self.switched_off or not self.enabled


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Prompt:
    """What a request names: its system message ("" when blank), what is always offered, and its groups, in order."""

    name: str
    index: "PromptIndex"
    system_message: str = ""
    offers: tuple[Offer, ...] = ()
    groups: tuple[Group, ...] = ()
    tool_choice: str | Mapping[str, str] | None = None
    default_model: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()  # of the system message, for every answer that holds it


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
