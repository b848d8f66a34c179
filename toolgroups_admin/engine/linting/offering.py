"""What a prompt offers: to every request, and to some request at all."""

from collections.abc import Iterator

from ..catalog import Group, Offer, Prompt, Tool
from ..merging import merge_offers
from ..rule import Rule


def is_always(rule: Rule) -> bool:
    """True when the rule cannot be anything but true."""
    if rule.kind in ("all", "rule"):
        return all(map(is_always, rule.children))
    return rule.kind == "always" or (rule.kind == "any" and any(map(is_always, rule.children)))


def offered_always(prompt: Prompt) -> tuple[Offer, ...]:
    """What every request of the prompt gets: its own tools, and those of groups that always hit, merged."""
    offers = [*prompt.offers]
    for group in enabled_groups(prompt):
        if is_always(group.rule):
            offers += group.offers
    return tuple(offer for offer in merge_offers(offers) if _is_allowed_always(offer.tool))


def offered_ever(prompt: Prompt) -> Iterator[Offer]:
    """What some request of the prompt may get, before merging."""
    yield from prompt.offers
    for group in enabled_groups(prompt):
        yield from group.offers


def enabled_groups(prompt: Prompt) -> Iterator[Group]:
    """The prompt's groups that are judged, in order."""
    return (group for group in prompt.groups if group.enabled)


def _is_allowed_always(tool: Tool) -> bool:
    return tool.allow is None or is_always(tool.allow)
