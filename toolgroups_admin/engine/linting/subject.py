"""What is linted: the objects of a legal document, its compiled catalog, and what a caller knows besides."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from ..catalog import Catalog, Tool
from ..document.canonical import Kind
from ..document.rule_specs import RuleSpec
from ..document.specs import GroupSpec, ObjectSpec, PromptSpec, RuleEntrySpec, ToolSpec
from ..document.structure import Structure
from ..rules.moments import Moment
from .nodes import Steps, nodes_of
from .tool_facts import Mark, Problems, format_problems, mark_of, tokens_as_sent

Shape = TypeVar("Shape", bound=ObjectSpec, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Item(Generic[Shape]):
    """One object: its kind, its JSON path, what it says, and the same as plain JSON; `order` counts all objects."""

    kind: Kind
    path: str
    spec: Shape
    members: Mapping[str, Any]
    order: int

    @property
    def identity(self) -> str:
        return self.spec.identity


class Node(NamedTuple):
    """A node of a rule: the object it belongs to and the steps that lead to it from there."""

    item: Item[ObjectSpec]
    steps: Steps
    spec: RuleSpec


@dataclass(frozen=True, kw_only=True, eq=False)
class Subject:
    """A document as lint rules see it. `now`, `evidence` and `functions` are None where the caller does not know them."""

    tools: Sequence[Item[ToolSpec]]
    rules: Sequence[Item[RuleEntrySpec]]
    groups: Sequence[Item[GroupSpec]]
    prompts: Sequence[Item[PromptSpec]]
    catalog: Catalog
    formats: Sequence[str]
    tokens: Callable[[str], int]
    most_tokens: int
    now: datetime | None
    evidence: Mapping[str, float] | None
    functions: Collection[str] | None
    _marks: dict[str | None, Mark] = field(default_factory=dict)

    @property
    def items(self) -> Iterator[Item[ObjectSpec]]:
        """All objects in the order of the document's sections."""
        yield from self.tools
        yield from self.rules
        yield from self.groups
        yield from self.prompts

    @cached_property
    def trees(self) -> Sequence[Node]:
        """The root of every rule."""
        return (
            *(Node(item, ("allow",), item.spec.allow) for item in self.tools if item.spec.allow),
            *(Node(item, ("definition",), item.spec.definition) for item in self.rules),
            *(Node(item, ("matcher",), item.spec.matcher) for item in self.groups if item.spec.matcher),
        )

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """Every node of every rule."""
        return tuple(
            Node(root.item, (*root.steps, *steps), spec) for root in self.trees for steps, spec in nodes_of(root.spec)
        )

    @cached_property
    def tools_by_key(self) -> Mapping[str, Item[ToolSpec]]:
        return {item.identity: item for item in self.tools}

    @cached_property
    def groups_by_name(self) -> Mapping[str, Item[GroupSpec]]:
        return {item.identity: item for item in self.groups}

    @cached_property
    def shared(self) -> Mapping[str, RuleSpec]:
        """The shared rules by name."""
        return {item.identity: item.spec.definition for item in self.rules}

    def is_over(self, moment: Moment) -> bool:
        """True when the moment has come; never when the caller did not say what time it is."""
        return self.now is not None and moment <= Moment(self.now)

    def share_of(self, keyword: str) -> float:
        """The share of known contexts, 0 to 1, in which the keyword is found."""
        return (self.evidence or {}).get(keyword, 0.0)

    def tokens_of(self, tool: Tool) -> int:
        """What a tool costs as OpenAI takes it, counted once; nothing when it cannot be sent."""
        return tokens_as_sent(tool, self._mark_of(tool), self.tokens)

    def problems_of(self, item: Item[ToolSpec]) -> Problems:
        """The formats that have each problem of a tool, by its code and path."""
        tool = self.catalog.tools[item.identity]
        return format_problems(tool, self._mark_of(tool), self.formats)

    def _mark_of(self, tool: Tool) -> Mark:
        known = self._marks.get(tool.key)
        if known is None:
            known = self._marks[tool.key] = mark_of(tool)
        return known


def subject_of(
    document: Mapping[str, Any],
    structure: Structure,
    catalog: Catalog,
    *,
    formats: Sequence[str],
    tokens: Callable[[str], int],
    most_tokens: int,
    now: datetime | None,
    evidence: Mapping[str, float] | None,
    functions: Collection[str] | None,
) -> Subject:
    """The subject of a document that was read as this structure and compiled to this catalog."""
    numbers = count()

    def items(kind: Kind, section: str) -> list[Any]:
        placed = getattr(structure, section)
        plain = document.get(section, ())
        return [
            Item(kind, path, spec, members, next(numbers)) for (path, spec), members in zip(placed, plain, strict=True)
        ]

    return Subject(
        tools=items("tool", "tools"),
        rules=items("rule", "rules"),
        groups=items("group", "groups"),
        prompts=items("prompt", "prompts"),
        catalog=catalog,
        formats=formats,
        tokens=tokens,
        most_tokens=most_tokens,
        now=now,
        evidence=evidence,
        functions=functions,
    )
