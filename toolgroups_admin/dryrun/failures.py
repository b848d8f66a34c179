"""How an answer differs from what a scenario expects, in words with the reasons."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from toolgroups_admin.engine import Explanation, Resolution

from .expectations import Expectations
from .origins import GROUP, origin_of
from .shown_groups import ShowingGroups
from .shown_nodes import Rules
from .shown_tools import ShowingTools
from .trying import Trial

NOTHING_EXPLAINED = Explanation(groups=(), tools=(), set_by={})
SHOWN_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that does not hold: a stable code, the group, tool or text it is about, and why in sentences."""

    code: str
    subject: str
    words: str
    why: tuple[str, ...] = ()


def holds(expected: Expectations, resolution: Resolution) -> bool:
    """Whether an answer is all that is expected; needs no explanation."""
    hits = set(resolution.groups)
    sources = {offer.tool.name: offer.source for offer in resolution.offers}
    prompt = resolution.system_prompt or ""
    return (
        hits.issuperset(expected.hits)
        and hits.isdisjoint(expected.misses)
        and sources.keys() >= set(expected.tools)
        and sources.keys().isdisjoint(expected.absent_tools)
        and (not expected.no_other_tools or sources.keys() <= set(expected.tools))
        and all(sources.get(tool) == source for tool, source in expected.tool_sources.items())
        and all(text in prompt for text in expected.system_prompt_has)
    )


def failures_of(expected: Expectations, trial: Trial) -> tuple[Failure, ...]:
    """Everything in which an explained answer differs from what is expected."""
    return tuple(_Comparing(expected, trial).failures())


class _Comparing:
    def __init__(self, expected: Expectations, trial: Trial) -> None:
        self.expected, self.trial, self.resolution = expected, trial, trial.resolution
        self.explanation = trial.resolution.explanation or NOTHING_EXPLAINED
        self.sources = {offer.tool.name: offer.source for offer in trial.resolution.offers}

    def failures(self) -> Iterator[Failure]:
        yield from self._groups()
        yield from self._tools()
        yield from self._sources()
        yield from self._texts()

    def _groups(self) -> Iterator[Failure]:
        for name in self.expected.hits:
            if name not in self.resolution.groups:
                words = _("The group “{name}” must hit, and it does not.").format(name=name)
                yield Failure("group_missed", name, words, (self._why(name),))
        for name in self.expected.misses:
            if name in self.resolution.groups:
                words = _("The group “{name}” must miss, and it hits.").format(name=name)
                yield Failure("group_hit", name, words, (self._why(name),))

    def _tools(self) -> Iterator[Failure]:
        for name in self.expected.tools:
            if name not in self.sources:
                words = _("The tool “{name}” must be offered, and it is not.").format(name=name)
                yield Failure("tool_missing", name, words, tuple(self._why_missing(name)))
        unwanted = [name for name in self.expected.absent_tools if name in self.sources]
        for name in unwanted:
            words = _("The tool “{name}” must not be offered, and it is.").format(name=name)
            yield Failure("tool_offered", name, words, self._why_offered(name))
        if self.expected.no_other_tools:
            for name in self.sources:
                if name not in self.expected.tools and name not in unwanted:
                    words = _("The tool “{name}” is offered, and it is none of the expected ones.").format(name=name)
                    yield Failure("tool_surplus", name, words, self._why_offered(name))

    def _sources(self) -> Iterator[Failure]:
        for name, wanted in self.expected.tool_sources.items():
            found = self.sources.get(name)
            if found == wanted or (found is None and name in self.expected.tools):
                continue
            words = _("The tool “{name}” must come from {wanted}.").format(name=name, wanted=_origin(wanted))
            why = self._why_offered(name) if found else tuple(self._why_missing(name))
            yield Failure("tool_source", name, words, why)

    def _texts(self) -> Iterator[Failure]:
        prompt = self.resolution.system_prompt or ""
        for text in self.expected.system_prompt_has:
            if text not in prompt:
                words = _("The system prompt must hold “{text}”, and it does not.").format(text=text)
                shown = f"{prompt[:SHOWN_CHARACTERS]}…" if len(prompt) > SHOWN_CHARACTERS else prompt
                yield Failure("text_missing", text, words, (_("It is: “{text}”").format(text=shown),))

    def _why_missing(self, name: str) -> Iterable[str]:
        """Of each group that would bring the tool, why it did not; else why the tool was left out; else that there is none."""
        groups = self.trial.compiled.catalog.groups
        judged = [group.name for group in self.explanation.groups if group.name not in self.resolution.groups]
        bringing = [each for each in judged if name in {offer.tool.name for offer in groups[each].offers}]
        tools = self.trial.compiled.catalog.tools
        left_out = [
            shown.why
            for shown in self._showing_tools.withheld(self.explanation)
            if shown.key in tools and tools[shown.key].name == name
        ]
        because = [f"{capfirst(_origin(GROUP + each))}: {self._why(each)}" for each in bringing]
        return left_out or because or [_("Nothing that is judged here brings it.")]

    def _why_offered(self, name: str) -> tuple[str, ...]:
        source = self.sources[name]
        words = _("It comes from {origin}.").format(origin=_origin(source))
        return (words, self._why(source.removeprefix(GROUP))) if source.startswith(GROUP) else (words,)

    def _why(self, name: str) -> str:
        for group in self.explanation.groups:
            if group.name == name:
                return self._showing_groups.shown(group, unfolded=False).why
        return _("The group is not judged here: neither the prompt nor the request names it.")

    @cached_property
    def _showing_groups(self) -> ShowingGroups:
        return ShowingGroups(self.trial.context, Rules.of(self.trial.compiled.document), hues={}, addresses={})

    @cached_property
    def _showing_tools(self) -> ShowingTools:
        return ShowingTools(self.trial.compiled.document, hues={}, addresses={})


def _origin(source: str) -> str:
    origin = origin_of(source, {})
    return _("the group “{name}”").format(name=origin.words) if origin.is_group else origin.words
