"""One chat against two sources: what is otherwise, told from the second to the first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from toolgroups_admin.engine import ExplainedGroup, Offer

from .origins import Origin, origin_of
from .shown_groups import ShowingGroups
from .shown_nodes import Rules
from .trying import Trial

MOST_LINES = 400
MOST_COMPARED = 5_000
NOT_JUDGED = "absent"
NO_HUES: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """A group whose verdict differs, or that only one of the two judges."""

    name: str
    here: str
    there: str
    why_here: str
    why_there: str


@dataclass(frozen=True, slots=True)
class ToolDifference:
    """A tool that is gained, lost, or another one under its name; `members` says what of it is otherwise."""

    name: str
    change: str
    here: Origin | None
    there: Origin | None
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the system prompt that is there only in one, or that stands near one."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs between the answer of a source (here) and that of another (there)."""

    groups: Sequence[GroupDifference]
    tools: Sequence[ToolDifference]
    prompt: Sequence[Line]
    prompt_further: int

    @property
    def is_none(self) -> bool:
        """Whether a model would see the same, for the same reasons."""
        return not (self.groups or self.tools or self.prompt)

    @property
    def gained(self) -> int:
        """How many groups hit here only."""
        return sum(group.here == "hit" for group in self.groups)

    @property
    def lost(self) -> int:
        """How many groups hit there only."""
        return sum(group.there == "hit" for group in self.groups)


def difference(here: Trial, there: Trial) -> Difference:
    """What differs, groups that hit in one first."""
    groups = sorted(_groups(here, there), key=lambda group: "hit" not in (group.here, group.there))
    lines = list(_lines(there.resolution.system_prompt or "", here.resolution.system_prompt or ""))
    further = max(0, len(lines) - MOST_LINES)
    tools = list(_tools(here, there))
    return Difference(groups=groups, tools=tools, prompt=lines[:MOST_LINES], prompt_further=further)


def _groups(here: Trial, there: Trial) -> Iterator[GroupDifference]:
    judged_here, judged_there = _judged(here), _judged(there)
    showing_here, showing_there = _showing(here), _showing(there)
    for name in dict.fromkeys([*judged_here, *judged_there]):
        mine, other = judged_here.get(name), judged_there.get(name)
        if _verdict(mine) != _verdict(other):
            reasons = _why(showing_here, mine), _why(showing_there, other)
            yield GroupDifference(name, _verdict(mine), _verdict(other), *reasons)


def _verdict(group: ExplainedGroup | None) -> str:
    return group.verdict if group else NOT_JUDGED


def _judged(trial: Trial) -> dict[str, ExplainedGroup]:
    explanation = trial.resolution.explanation
    return {group.name: group for group in explanation.groups} if explanation else {}


def _showing(trial: Trial) -> ShowingGroups:
    return ShowingGroups(trial.context, Rules.of(trial.compiled.document), hues=NO_HUES, addresses={})


def _why(showing: ShowingGroups, group: ExplainedGroup | None) -> str:
    return showing.shown(group, unfolded=False).why if group else ""


def _tools(here: Trial, there: Trial) -> Iterator[ToolDifference]:
    mine = {offer.tool.name: offer for offer in here.resolution.offers}
    other = {offer.tool.name: offer for offer in there.resolution.offers}
    for name in dict.fromkeys([*mine, *other]):
        if name not in other:
            yield ToolDifference(name, "gained", _origin(mine[name]), None)
        elif name not in mine:
            yield ToolDifference(name, "lost", None, _origin(other[name]))
        elif members := tuple(_members(mine[name], other[name])):
            yield ToolDifference(name, "changed", _origin(mine[name]), _origin(other[name]), members)


def _origin(offer: Offer) -> Origin:
    return origin_of(offer.source, NO_HUES)


def _members(mine: Offer, other: Offer) -> Iterator[str]:
    """What a model sees of the two tools, and where they come from."""
    for member in ("key", "description", "parameters"):
        if _seen(mine, member) != _seen(other, member):
            yield member
    if mine.source != other.source:
        yield "source"


def _seen(offer: Offer, member: str) -> Any:
    return getattr(offer.tool, member)


def _lines(before: str, after: str) -> Iterator[Line]:
    old, new = (text.splitlines()[:MOST_COMPARED] for text in (before, after))
    for line in list(unified_diff(old, new, n=1, lineterm=""))[2:]:
        yield Line("…", "") if line.startswith("@@") else Line(line[:1], line[1:])
