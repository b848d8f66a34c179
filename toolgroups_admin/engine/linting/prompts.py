"""What comes together in a prompt: tools that take each other's place, that nobody asked for, or that are too many."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from ..catalog import Offer
from ..document.specs import PromptSpec
from ..faults import gettext_noop
from ..formats.limits import limits_of
from .exclusion import Facts, first_together
from .finding import Found, LintRule
from .nodes import Steps
from .offering import enabled_groups, offered_always, offered_ever
from .subject import Item, Subject

_MANY: Final = 5


def _conflicts(subject: Subject) -> Iterator[Found]:
    for item in subject.prompts:
        named: dict[str, list[Offer]] = defaultdict(list)
        for offer in offered_ever(subject.catalog.prompts[item.identity]):
            named[offer.tool.name].append(offer)
        for name, offers in named.items():
            if len({offer.tool.key for offer in offers}) > 1:
                yield from _conflict(name, offers, item, subject)


def _conflict(name: str, offers: Sequence[Offer], item: Item[PromptSpec], subject: Subject) -> Iterator[Found]:
    if pair := first_together([(offer.tool.key or "", _facts(offer, subject)) for offer in offers]):
        earlier, later = (offers[place] for place in pair)
        params = {"name": name, "earlier": earlier.tool.key, "later": later.tool.key}
        yield Found(item, _place(later, item), params)


def _sensitive(subject: Subject) -> Iterator[Found]:
    for item in subject.prompts:
        for offer in offered_always(subject.catalog.prompts[item.identity]):
            if offer.tool.sensitive:
                yield Found(item, _place(offer, item), {"tool": offer.tool.key})


def _too_many(subject: Subject) -> Iterator[Found]:
    limits = {format: most for format in subject.formats if (most := limits_of(format).tools) is not None}
    for item in subject.prompts:
        tools = _most_at_once(item, subject)
        if over := [format for format, most in limits.items() if tools > most]:
            params = {"tools": tools, "limit": min(limits[format] for format in over), "formats": ", ".join(over)}
            yield Found(item, ("groups",) if item.spec.groups else ("tools",), params)


def _most_at_once(item: Item[PromptSpec], subject: Subject) -> int:
    """How many tools a request gets when, of the groups that do not always hit, the largest one does."""
    prompt = subject.catalog.prompts[item.identity]
    always = {offer.tool.name for offer in offered_always(prompt)}
    further = ({offer.tool.name for offer in group.offers} - always for group in enabled_groups(prompt))
    return len(always) + max(map(len, further), default=0)


def _costly(subject: Subject) -> Iterator[Found]:
    for item in subject.prompts:
        offers = offered_always(subject.catalog.prompts[item.identity])
        tokens = sum(subject.tokens_of(offer.tool) for offer in offers)
        if tokens > subject.most_tokens:
            yield Found(item, ("tools",), {"tokens": tokens, "limit": subject.most_tokens, "tools": len(offers)})


def _one_tool_each(subject: Subject) -> Iterator[Found]:
    for item in subject.prompts:
        groups = subject.catalog.prompts[item.identity].groups
        single = sum(len(group.offers) == 1 for group in groups)
        if single >= _MANY and single * 2 >= len(groups):
            yield Found(item, ("groups",), {"single": single, "groups": len(groups)})


def _facts(offer: Offer, subject: Subject) -> Facts:
    facts = Facts()
    _, _, group = offer.source.partition(":")
    if group:
        facts.add(subject.groups_by_name[group].spec.matcher, subject.shared)
    facts.add(subject.tools_by_key[offer.tool.key or ""].spec.allow, subject.shared)
    return facts


def _place(offer: Offer, item: Item[PromptSpec]) -> Steps:
    _, _, group = offer.source.partition(":")
    if group:
        return "groups", item.spec.groups.index(group)
    return "tools", item.spec.tools.index(offer.tool.key or "")


RULES: Final = (
    LintRule(
        "sensitive_always_sent",
        "error",
        gettext_noop("Sensitive tool that is always sent"),
        gettext_noop("Every request of this prompt is offered the sensitive tool “{tool}”."),
        gettext_noop("Move it into a group whose rule asks for the right, or give the tool an “allow” rule."),
        _sensitive,
    ),
    LintRule(
        "name_conflict",
        "warning",
        gettext_noop("Two tools of one name"),
        gettext_noop("When both are offered, “{later}” takes the place of “{earlier}”: both are called “{name}”."),
        gettext_noop("Give one of them a name of its own, or rules that are never true together."),
        _conflicts,
    ),
    LintRule(
        "too_many_tools",
        "error",
        gettext_noop("More tools than a provider takes"),
        gettext_noop("{tools} tools can come together when one group hits, and {formats} takes {limit}."),
        gettext_noop("Divide the tools among groups with narrower rules."),
        _too_many,
    ),
    LintRule(
        "tools_over_tokens",
        "warning",
        gettext_noop("Tools that cost many tokens"),
        gettext_noop("The tools that every request gets ({tools}) cost about {tokens} tokens, more than {limit}."),
        gettext_noop("Move tools into groups, so that a request gets them only when it needs them."),
        _costly,
    ),
    LintRule(
        "one_tool_groups",
        "note",
        gettext_noop("Many groups of one tool"),
        gettext_noop("{single} of {groups} groups hold one tool only."),
        gettext_noop("Group tools by what they are for, such as weather or orders, not one by one."),
        _one_tool_each,
    ),
)
