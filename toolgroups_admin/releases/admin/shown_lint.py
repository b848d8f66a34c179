"""What lint says of a candidate as pages show it, with the one tick that says that the warnings are read."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from toolgroups_admin.catalog.admin.shown_problems import Key, ShownObject, grouped, shown_objects
from toolgroups_admin.catalog.problems import Problem
from toolgroups_admin.engine import Fault

from ..candidates import Candidate
from ..comparing import changes_from
from ..inspecting import NOTHING, inspected
from .fault_places import in_words_with_place
from .people import person

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class ShownLint:
    """Errors and warnings object by object, those of what changes first; `standing` are errors that are live already, and
    `marks` what the tick says to have read."""

    faults: Sequence[str]
    errors: Sequence[ShownObject]
    standing: Sequence[ShownObject]
    warnings: Sequence[ShownObject]
    further: int
    number_of_warnings: int
    number_to_be_read: int
    marks: str
    is_read: bool


def shown_lint(request: HttpRequest, before: Candidate, after: Candidate) -> ShownLint:
    """What lint says of what would be live afterwards; the tick stays when nothing has to be read that was not.

    Where nothing changes it is not asked.
    """
    changed = {(change.kind, change.identity) for change in changes_from(before, after)}
    found = inspected(after, live=before) if changed else NOTHING
    kinds = (found.errors, found.standing, found.warnings)
    errors, standing, warnings = (_first(problems, changed) for problems in kinds)
    return ShownLint(
        faults=[
            in_words_with_place(problem.said, after) for problem in found.faults if isinstance(problem.said, Fault)
        ],
        errors=shown_objects(errors[:MOST_SHOWN], person(request)),
        standing=shown_objects(standing[:MOST_SHOWN], person(request)),
        warnings=shown_objects(warnings[:MOST_SHOWN], person(request)),
        further=sum(max(len(objects) - MOST_SHOWN, 0) for objects in (errors, standing, warnings)),
        number_of_warnings=len(found.warnings),
        number_to_be_read=len(found.to_be_read),
        marks=" ".join(found.marks),
        is_read=bool(found.marks) and set(found.marks) <= read_in(request),
    )


def read_in(request: HttpRequest) -> set[str]:
    """The marks of the warnings that a person says to have read."""
    return set(request.POST.get("marks", "").split()) if "read" in request.POST else set()


def _first(problems: Iterable[Problem], changed: Collection[Key]) -> list[tuple[Key, Sequence[Problem]]]:
    return sorted(grouped(problems), key=lambda each: each[0] not in changed)
