"""A whole answer as the page shows it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import Explanation

from .addresses import addresses_of
from .marking import MarkedMessage, marked_messages
from .notice_words import ShownNotice, shown_notices
from .shown_groups import ShowingGroups, ShownGroup, hues_of, spans_of
from .shown_nodes import Rules
from .shown_prompts import PromptPart, prompt_parts
from .shown_requests import ShownRequest, shown_request
from .shown_tools import ShowingTools, ShownTool, WithheldTool
from .trying import Trial

MESSAGE_EDGE = 200
VERDICTS = ("hit", "miss", "unknown", "disabled")
NOTHING_EXPLAINED = Explanation(groups=(), tools=(), set_by={})


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Everything right of the form."""

    trial: Trial
    groups: Sequence[ShownGroup]
    messages: Sequence[MarkedMessage]
    tools: Sequence[ShownTool]
    withheld: Sequence[WithheldTool]
    missed_tools: Sequence[WithheldTool]
    prompt_parts: Sequence[PromptPart]
    request: ShownRequest
    warnings: Sequence[ShownNotice]
    set_by: Mapping[str, str]

    @property
    def counts(self) -> dict[str, int]:
        """How many groups have each verdict, in the order of the filter."""
        counted = Counter(group.verdict for group in self.groups)
        return {verdict: counted[verdict] for verdict in VERDICTS}

    @property
    def replaced(self) -> int:
        """How many tools gave way to a later one of their name."""
        return sum(len(tool.replaced) for tool in self.tools)


def shown_answer(trial: Trial, *, format: str, viewer: User) -> ShownAnswer:
    """The answer to a trial, with links to what the viewer may see."""
    return _Showing(trial, viewer).answer(format)


class _Showing:
    def __init__(self, trial: Trial, viewer: User) -> None:
        self.trial = trial
        self.viewer = viewer
        self.explanation = trial.resolution.explanation or NOTHING_EXPLAINED
        self.hues = hues_of(trial.resolution.groups)

    def answer(self, format: str) -> ShownAnswer:
        trial, explanation = self.trial, self.explanation
        hits = set(trial.resolution.groups)
        spans = [span for group in explanation.groups if group.name in hits for span in spans_of(group)]
        return ShownAnswer(
            trial,
            [self._groups.shown(group) for group in explanation.groups],
            marked_messages(trial.context, spans, edge=MESSAGE_EDGE, hues=self.hues),
            self._tools.offered(trial.resolution),
            self._tools.withheld(explanation),
            self._tools.missed(explanation),
            prompt_parts(trial, self.hues),
            shown_request(trial.resolution, format),
            shown_notices(trial.resolution.warnings),
            explanation.set_by,
        )

    @cached_property
    def _groups(self) -> ShowingGroups:
        names = {group.name for group in self.explanation.groups}
        return ShowingGroups(
            self.trial.context,
            Rules.of(self.trial.compiled.document),
            hues=self.hues,
            addresses=addresses_of("groups", names, self.viewer),
        )

    @cached_property
    def _tools(self) -> ShowingTools:
        keys = {tool.key for tool in self.explanation.tools if tool.key}
        addresses = addresses_of("tools", keys, self.viewer)
        return ShowingTools(self.trial.compiled.document, hues=self.hues, addresses=addresses)
