"""A whole answer as the page shows it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.notice_words import ShownNotice, shown_notices
from toolgroups_admin.engine import ExplainedGroup, ExplainedTool, Explanation

from .addresses import addresses_of
from .marking import MarkedMessage, marked_messages
from .shown_groups import ShowingGroups, ShownGroup, hues_of, spans_of
from .shown_nodes import Rules
from .shown_prompts import PromptPart, prompt_parts
from .shown_requests import ShownRequest, known_format, shown_request
from .shown_tools import ShowingTools, ShownTool, WithheldTool, missed_tools
from .stepping import Strip
from .tokens import Tokens, tokens_of
from .trying import Trial
from .typed import Typed

MESSAGE_EDGE = 200
MOST_GROUPS = 100  # at first; further ones are asked for
MOST_NEAREST = 20
MOST_MISSED_TOOLS = 50
MOST_UNFOLDED = 40  # of more groups each rule is asked for when it is unfolded
VERDICTS = ("hit", "miss", "unknown", "disabled")
NEAREST = "nearest"  # those that do not hit, fewest blockers first
NOTHING_EXPLAINED = Explanation(groups=(), tools=(), set_by={})


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Everything right of the form."""

    trial: Trial
    groups: Sequence[ShownGroup]
    verdicts: Mapping[str, int]
    further_groups: int
    messages: Sequence[MarkedMessage]
    tools: Sequence[ShownTool]
    withheld: Sequence[WithheldTool]
    missed_tools: Sequence[WithheldTool]
    missed_number: int
    prompt_parts: Sequence[PromptPart]
    request: ShownRequest
    warnings: Sequence[ShownNotice]
    set_by: Mapping[str, str]
    tokens: Tokens
    strip: Strip | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many groups have each verdict, in the order of the filter."""
        return {verdict: self.verdicts.get(verdict, 0) for verdict in VERDICTS}

    @property
    def total(self) -> int:
        """How many groups there are."""
        return sum(self.verdicts.values())

    @property
    def is_long(self) -> bool:
        """Whether the filter has to ask, since not all groups are on the page."""
        return self.total > MOST_GROUPS

    @property
    def nearly(self) -> int:
        """How many groups are judged and do not hit."""
        return self.verdicts.get("miss", 0) + self.verdicts.get("unknown", 0)

    @property
    def most_next(self) -> int:
        """How many groups are shown when more are asked for."""
        return len(self.groups) + MOST_GROUPS

    @property
    def replaced(self) -> int:
        """How many tools gave way to a later one of their name."""
        return sum(len(tool.replaced) for tool in self.tools)


def shown_answer(trial: Trial, typed: Typed, viewer: User, strip: Strip | None = None) -> ShownAnswer:
    """The parts of an answer that are looked at, with links to what the viewer may see."""
    return replace(_Showing(trial, viewer).answer(typed), strip=strip)


def shown_group(trial: Trial, name: str, viewer: User) -> ShownGroup | None:
    """One group of an answer, unfolded."""
    showing = _Showing(trial, viewer)
    groups = [group for group in showing.explanation.groups if group.name == name]
    return showing.groups(groups).shown(groups[0], unfolded=True) if groups else None


class _Showing:
    def __init__(self, trial: Trial, viewer: User) -> None:
        self.trial = trial
        self.viewer = viewer
        self.explanation = trial.resolution.explanation or NOTHING_EXPLAINED
        self.hues = hues_of(trial.resolution.groups)

    def answer(self, typed: Typed) -> ShownAnswer:
        trial, explanation = self.trial, self.explanation
        matching = _matching(explanation.groups, typed.show)
        listed = matching[: max(typed.most, MOST_NEAREST if typed.show == NEAREST else MOST_GROUPS)]
        shown = self.groups(listed).shown
        hits = set(trial.resolution.groups)
        spans = [span for group in explanation.groups if group.name in hits for span in spans_of(group)]
        return ShownAnswer(
            trial,
            [shown(group, unfolded=len(listed) <= MOST_UNFOLDED or group.name == typed.unfolded) for group in listed],
            Counter(group.verdict for group in explanation.groups),
            len(matching) - len(listed),
            marked_messages(trial.context, spans, edge=MESSAGE_EDGE, hues=self.hues),
            self._tools.offered(trial.resolution),
            self._tools.withheld(explanation),
            self._tools.missed(self._missed[:MOST_MISSED_TOOLS]),
            len(self._missed),
            prompt_parts(trial, self.hues),
            shown_request(trial.resolution, typed.format),
            shown_notices(trial.resolution.warnings),
            explanation.set_by,
            tokens_of(trial.resolution, trial.compiled.catalog, known_format(typed.format)),
        )

    def groups(self, listed: Sequence[ExplainedGroup]) -> ShowingGroups:
        """Shows these groups."""
        addresses = addresses_of("groups", {group.name for group in listed}, self.viewer)
        rules = Rules.of(self.trial.compiled.document)
        return ShowingGroups(self.trial.context, rules, hues=self.hues, addresses=addresses)

    @cached_property
    def _missed(self) -> list[ExplainedTool]:
        return missed_tools(self.explanation)

    @cached_property
    def _tools(self) -> ShowingTools:
        unshown = {tool.key for tool in self._missed[MOST_MISSED_TOOLS:]}
        keys = {tool.key for tool in self.explanation.tools if tool.key and tool.key not in unshown}
        addresses = addresses_of("tools", keys, self.viewer)
        return ShowingTools(self.trial.compiled.document, hues=self.hues, addresses=addresses)


def _matching(groups: Sequence[ExplainedGroup], show: str) -> Sequence[ExplainedGroup]:
    """All groups, which the page can filter itself, or of many only those that are looked at."""
    if show == NEAREST:
        near = [group for group in groups if group.verdict in ("miss", "unknown")]
        return sorted(near, key=lambda group: len(group.blockers) or len(groups))
    if len(groups) <= MOST_GROUPS or show not in VERDICTS:
        return groups
    return [group for group in groups if group.verdict == show]
