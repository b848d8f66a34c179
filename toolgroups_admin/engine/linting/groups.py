"""Groups that always hit or never do, and what they tell the model again."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from ..faults import gettext_noop
from .finding import Found, LintRule
from .subject import Subject
from .wording import is_short

_SENTENCE_END = re.compile(r"[。！？；!?;\n]|\.(?=\s|$)")


def _without_matcher(subject: Subject) -> Iterator[Found]:
    ruled = {item.identity: item.spec.matcher is not None for item in subject.groups}
    beside: dict[str, str] = {}
    for prompt in subject.prompts:
        if any(ruled[name] for name in prompt.spec.groups):
            beside |= {name: prompt.identity for name in prompt.spec.groups if name not in beside}
    for item in subject.groups:
        if item.spec.matcher is None and item.spec.enabled and item.identity in beside:
            yield Found(item, ("matcher",), {"prompt": beside[item.identity]})


def _disabled(subject: Subject) -> Iterator[Found]:
    listed = Counter(name for prompt in subject.prompts for name in prompt.spec.groups)
    for item in subject.groups:
        if not item.spec.enabled and (prompts := listed[item.identity]):
            yield Found(item, ("enabled",), {"prompts": prompts})


def _empty(subject: Subject) -> Iterator[Found]:
    listed = {name for prompt in subject.prompts for name in prompt.spec.groups}
    for item in subject.groups:
        spec = item.spec
        if spec.enabled and item.identity in listed and not spec.tools and not spec.system_prompt.strip():
            yield Found(item, ("tools",))


def _repeating(subject: Subject) -> Iterator[Found]:
    said = {
        prompt.identity: {sentence for sentence in sentences(prompt.spec.system_message) if not is_short(sentence)}
        for prompt in subject.prompts
    }
    listing: dict[str, list[str]] = {}
    for prompt in subject.prompts:
        for name in prompt.spec.groups if said[prompt.identity] else ():
            listing.setdefault(name, []).append(prompt.identity)
    for item in subject.groups:
        again = (
            (sentence, name)
            for sentence in (sentences(item.spec.system_prompt) if item.identity in listing else ())
            for name in listing[item.identity]
            if sentence in said[name]
        )
        for sentence, name in again:
            yield Found(item, ("system_prompt",), {"sentence": sentence, "prompt": name})
            break


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each with single spaces, in order; blank ones too."""
    return (" ".join(part.split()) for part in _SENTENCE_END.split(text))


RULES: Final = (
    LintRule(
        "group_without_matcher",
        "warning",
        gettext_noop("Group without a rule beside groups with one"),
        gettext_noop("Without a rule this group hits on every request of the prompt “{prompt}”."),
        gettext_noop("Give it a rule, or the rule “always” when that is meant."),
        _without_matcher,
    ),
    LintRule(
        "group_disabled",
        "note",
        gettext_noop("Disabled group in prompts"),
        gettext_noop("The group is disabled, so it hits in none of the prompts that list it ({prompts})."),
        gettext_noop("Enable it, or take it out of the prompts."),
        _disabled,
    ),
    LintRule(
        "group_empty",
        "note",
        gettext_noop("Group that brings nothing"),
        gettext_noop("The group has no tools and no system prompt, so nothing changes when it hits."),
        gettext_noop("Add tools or a system prompt, or take it out of the prompts."),
        _empty,
    ),
    LintRule(
        "system_prompt_repeats",
        "warning",
        gettext_noop("System prompt that repeats the prompt's own"),
        gettext_noop("The prompt “{prompt}” says this already: “{sentence}”"),
        gettext_noop("Keep to what is special to the tools of this group."),
        _repeating,
    ),
)
