"""What lint says: its rules with their words, and the findings of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..document.canonical import Kind
from ..document.specs import ObjectSpec
from ..paths import at
from .nodes import Steps
from .subject import Item, Subject

Severity = Literal["error", "warning", "note"]


class Words(str):
    """A text among the params of a finding that a page translates as well; it has no params of its own."""

    __slots__ = ()


class Found(NamedTuple):
    """What a check came upon: the object, the steps to the place in it, and what the rule's words need.

    `below` is the rest of the path where it is known as text only.
    """

    item: Item[ObjectSpec]
    steps: Steps
    params: Mapping[str, Any] = {}
    below: str = ""


Check = Callable[[Subject], Iterator[Found]]


@dataclass(frozen=True, slots=True, eq=False)
class LintRule:
    """One thing that lint looks for: `why` and `remedy` are `str.format` templates over a finding's params.

    `needs` names what a caller must have passed for the rule to say anything.
    """

    id: str
    severity: Severity
    title: str
    why: str
    remedy: str
    check: Check = field(repr=False)
    needs: Literal["now", "evidence", "functions"] | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that will go wrong or cost more than it must, and where: the object, its member, the JSON path.

    `template` and `remedy_template` are `str.format` templates over `params`, kept apart so that a page can translate
    them, and those params that are `Words`; `message` and `remedy` are the English texts.
    """

    rule: str
    severity: Severity
    path: str
    kind: Kind
    identity: str
    field: str
    template: str
    remedy_template: str
    params: Mapping[str, Any]

    @property
    def message(self) -> str:
        return self.template.format(**self.params)

    @property
    def remedy(self) -> str:
        return self.remedy_template.format(**self.params)

    def __str__(self) -> str:
        return f"{self.path}: {self.severity}: {self.message} {self.remedy} [{self.rule}]"


def finding_of(rule: LintRule, found: Found) -> Finding:
    """What a check came upon, in the words of its rule."""
    item = found.item
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        path=at(item.path, *found.steps) + found.below,
        kind=item.kind,
        identity=item.identity,
        field=str(found.steps[0]),
        template=rule.why,
        remedy_template=rule.remedy,
        params=found.params,
    )
