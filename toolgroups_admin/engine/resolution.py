"""What resolving answers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from .catalog import Offer
from .notice import Notice
from .rule import ShownVerdict, Span

ToolChoice = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ExplainedNode:
    """One rule node with its verdict and evidence."""

    id: str
    kind: str
    verdict: ShownVerdict
    reason: str
    actual: Any = None
    expected: Any = None
    spans: tuple[Span, ...] = ()
    children: tuple["ExplainedNode", ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedGroup:
    """A group's verdict (`hit`, `miss`, `unknown`, `disabled`, `switched_off`), its tree, and what keeps it from hitting."""

    name: str
    verdict: str
    tree: ExplainedNode
    blockers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedTool:
    """What became of a tool: `offered`, or why not."""

    key: str | None
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the answer is what it is (design §7)."""

    groups: tuple[ExplainedGroup, ...]
    tools: tuple[ExplainedTool, ...]
    set_by: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Resolution:
    """The resolved request: hits in the prompt's order, merged tools, messages for one model call.

    Immutable; an interceptor returns `with_(…)`, which can take tools away and add warnings, nothing else.
    """

    prompt: str
    groups: tuple[str, ...]
    offers: tuple[Offer, ...]
    messages: tuple[Mapping[str, Any], ...]
    system_prompt: str | None
    tool_choice: ToolChoice | None
    warnings: tuple[Notice, ...] = ()
    explanation: Explanation | None = None

    def with_(self, *, offers: Iterable[Offer] | None = None, warnings: Iterable[Notice] | None = None) -> Self:
        """The same with fewer offers or more warnings; the chain refuses a resolution with offers of its own."""
        return replace(
            self,
            offers=self.offers if offers is None else tuple(offers),
            warnings=self.warnings if warnings is None else tuple(warnings),
        )

    def without_tools(self, *names: str) -> Self:
        """The same without the tools of these wire names."""
        return self.with_(offers=(offer for offer in self.offers if offer.tool.name not in names))

    def with_warning(self, code: str, detail: str, *, path: str = "$") -> Self:
        """The same with one more warning."""
        return self.with_(warnings=(*self.warnings, Notice(code, path, detail)))
