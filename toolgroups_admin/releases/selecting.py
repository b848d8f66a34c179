"""Selecting: some of the changes between two lists of objects, with what these need."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from .candidates import Candidate, Entry, in_order
from .choices import Choice
from .comparing import ObjectChange, changes_from
from .errors import DraftChanged, NeedsMore
from .relations import Object, references_in

States = Mapping[Object, Entry]


@dataclass(frozen=True, slots=True)
class Selection:
    """The objects with the chosen changes and those that they need; `needed` are the changes that were not chosen."""

    candidate: Candidate
    needed: tuple[ObjectChange, ...]


def select(before: Candidate, after: Candidate, chosen: Collection[Object]) -> Selection:
    """Takes over the chosen changes and whatever these need so that nobody refers to what is not there.

    A new state needs the new objects that it refers to; a deletion needs the changes of those that referred to the
    object. What is changed, but there on both sides, is not needed.
    """
    old, new = _states(before), _states(after)
    changes = {(change.kind, change.identity): change for change in changes_from(before, after)}
    taken = {each for each in chosen if each in changes}
    while more := _needed(old, new, taken, changes.keys()) - taken:
        taken |= more
    whole = _with_taken(old, new, taken)
    needed = [changes[each] for each in changes if each in taken - set(chosen)]
    return Selection(Candidate(in_order(whole.values()), after.format), tuple(needed))


def chosen_only(before: Candidate, after: Candidate, choices: Iterable[Choice]) -> Candidate:
    """The objects with exactly the chosen changes.

    Raises `DraftChanged` when one of them is not, or no longer, as it was chosen, and `NeedsMore` when they need others.
    """
    wanted = set(choices)
    present = {Choice(change.kind, change.identity, change.after) for change in changes_from(before, after)}
    if not wanted <= present:
        raise DraftChanged
    selection = select(before, after, [(choice.kind, choice.identity) for choice in wanted])
    if selection.needed:
        raise NeedsMore([Choice(change.kind, change.identity, change.after) for change in selection.needed])
    return selection.candidate


def _states(candidate: Candidate) -> States:
    return {(entry.kind, entry.identity): entry for entry in candidate.entries}


def _with_taken(old: States, new: States, taken: Collection[Object]) -> dict[Object, Entry]:
    kept = {each: entry for each, entry in old.items() if each not in taken}
    return kept | {each: new[each] for each in taken if each in new}


def _needed(old: States, new: States, taken: set[Object], changed: Collection[Object]) -> set[Object]:
    """What the taken changes need directly; those that stay can only miss something when something goes."""
    whole = _with_taken(old, new, taken)
    something_goes = any(each not in new for each in taken)
    looked_at = whole if something_goes else {each: whole[each] for each in taken}
    references = references_in(looked_at.values())
    return {
        need
        for each, entry in looked_at.items()
        for missing in references[entry] - whole.keys()
        for need in _remedies(each, missing, new)
        if need in changed
    }


def _remedies(user: Object, missing: Object, new: States) -> Iterator[Object]:
    """What mends a reference: the object is new and comes too, or it goes and its user changes too."""
    yield missing if missing in new else user
