"""Changes as pages show them: in words, side by side, and with boxes to tick."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import BadRequest
from django.http import HttpRequest

from toolgroups_admin.catalog.history import Difference, differences
from toolgroups_admin.catalog.models import Change, Kind

from ..choices import Choice
from ..comparing import ObjectChange, with_states
from ..relations import Object
from ..wording import affects, headline, sentences

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Shown:
    """One change as the page shows it; `box` is what its box sends when it is ticked, "" without one."""

    change: Change
    headline: str
    sentences: Sequence[str]
    differences: Sequence[Difference]
    box: str = ""
    ticked: bool = False


def shown(changes: Sequence[ObjectChange], *, affected: Mapping[Object, Sequence[str]] | None = None) -> list[Shown]:
    """The first changes in words, with the prompts that they reach, and with what is before and after."""
    return [
        Shown(
            change,
            headline(change),
            [*sentences(change), *affects((affected or {}).get((Kind(change.kind), change.identity), ()))],
            differences(change),
        )
        for change in with_states(changes[:MOST_SHOWN])
    ]


def with_boxes(changes: Sequence[ObjectChange], entries: Sequence[Shown], ticked: Collection[Choice]) -> list[Shown]:
    """The same with boxes; those that are too many for words stand in one line each, so that they can be chosen too.

    An object that was ticked stays so when it was edited since: who is told to look again does not tick again.
    """
    rest = [_in_one_line(change) for change in changes[len(entries) :]]
    choices = [choice_of(change) for change in changes]
    objects = {(choice.kind, choice.identity) for choice in ticked}
    return [
        replace(
            entry,
            box=f"{choice.kind}:{choice.digest or ''}:{choice.identity}",
            ticked=(choice.kind, choice.identity) in objects,
        )
        for entry, choice in zip([*entries, *rest], choices, strict=True)
    ]


def choice_of(change: ObjectChange) -> Choice:
    """The change as somebody chooses it."""
    return Choice(change.kind, change.identity, change.after)


def ticked_in(request: HttpRequest) -> list[Choice]:
    """The boxes that were ticked; raises `BadRequest` for what is no box of ours."""
    return [_choice(box) for box in request.POST.getlist("change")]


def _choice(box: str) -> Choice:
    try:
        kind, digest, identity = box.split(":", 2)
        return Choice(Kind(kind), identity, digest or None)
    except ValueError as error:
        raise BadRequest("this is no change that could be chosen") from error


def _in_one_line(change: ObjectChange) -> Shown:
    entry = Change(kind=change.kind, identity=change.identity, before_id=change.before, after_id=change.after)
    return Shown(entry, headline(entry), (), ())
