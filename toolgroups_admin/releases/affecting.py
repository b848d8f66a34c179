"""Which prompts a change reaches: its users, their users, and so on, before or after."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from toolgroups_admin.catalog.models import Kind

from .candidates import Candidate
from .comparing import ObjectChange
from .relations import Object, references_in


def prompts_affected(
    before: Candidate, after: Candidate, changes: Collection[ObjectChange]
) -> dict[Object, tuple[str, ...]]:
    """The names of the prompts that use each changed object, directly or not; a prompt is not counted for itself."""
    users: dict[Object, set[Object]] = defaultdict(set)
    for entry, references in references_in({*before.entries, *after.entries}).items():
        for used in references:
            users[used].add((entry.kind, entry.identity))
    changed = [(change.kind, change.identity) for change in changes]
    return {each: _prompts_above(each, users) for each in changed}


def _prompts_above(start: Object, users: Mapping[Object, set[Object]]) -> tuple[str, ...]:
    found: set[Object] = set()
    waiting = [start]
    while waiting:
        above = users.get(waiting.pop(), set()) - found
        found |= above
        waiting += above
    return tuple(sorted(identity for kind, identity in found if kind == Kind.PROMPT))
