"""What lint finds in a candidate: errors that it brings stop a publish, the rest wants to be read first."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils import timezone

from toolgroups_admin.catalog.lint_evidence import lint_evidence
from toolgroups_admin.catalog.problems import FAULT, Problem, Problems, problems_in

from .candidates import EMPTY, Candidate
from .errors import LintErrors, WarningsUnread

MARK_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Inspected:
    """What keeps a candidate from compiling, or else the errors and the warnings of lint.

    `standing` are errors that are live already, in objects that stay as they are: publishing neither brings nor mends
    them, so they do not stop it, and are read like warnings.
    """

    faults: tuple[Problem, ...]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    standing: tuple[Problem, ...] = ()

    @property
    def to_be_read(self) -> tuple[Problem, ...]:
        """What does not stop a publish, and nobody may overlook."""
        return self.standing + self.warnings

    @property
    def marks(self) -> list[str]:
        """What stands for all that is to be read when somebody says that it is, in order."""
        return sorted({mark_of(problem) for problem in self.to_be_read})


NOTHING = Inspected((), (), ())


def inspected(candidate: Candidate, *, live: Candidate = EMPTY) -> Inspected:
    """What lint finds in what would go live in place of what is live.

    It looks once for each candidate and hour; a large one takes seconds the first time.
    """
    faults, errors, warnings = (_of(candidate, severity) for severity in (FAULT, "error", "warning"))
    standing = _standing(errors, candidate, live) if errors else frozenset()
    return Inspected(
        faults,
        tuple(each for each in errors if mark_of(each) not in standing),
        warnings,
        tuple(each for each in errors if mark_of(each) in standing),
    )


def refuse_unsound(candidate: Candidate, *, live: Candidate, read: Collection[str] | None) -> None:
    """Raises `LintErrors`, and `WarningsUnread` when something to be read is not among what was; `None` asks for no reading.

    Says nothing of what does not compile.
    """
    found = inspected(candidate, live=live)
    if found.errors:
        raise LintErrors([problem.said for problem in found.errors])
    if read is not None and (unread := [each for each in found.to_be_read if mark_of(each) not in read]):
        raise WarningsUnread([problem.said for problem in unread])


def mark_of(problem: Problem) -> str:
    """The same for the same warning of the same object, wherever in the document that stands."""
    said = (problem.rule, problem.kind, problem.identity, problem.member, problem.place, problem.said.message)
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:MARK_LENGTH]


def _standing(errors: Collection[Problem], candidate: Candidate, live: Candidate) -> frozenset[str]:
    """The marks of those errors that what is live has too, in an object that stays as it is."""
    staying = {(entry.kind, entry.identity) for entry in set(candidate.entries) & set(live.entries)}
    kept = {mark_of(each) for each in errors if (each.kind, each.identity) in staying}
    return frozenset(kept & {mark_of(each) for each in _of(live, "error")}) if kept else frozenset()


def _of(candidate: Candidate, severity: str) -> tuple[Problem, ...]:
    hour = f"{timezone.now():%Y-%m-%dT%H}"
    found = _problems(candidate, hour, tuple(settings.LINT_FORMATS), settings.LINT_MOST_TOKENS)
    return tuple(each for each in found.all if each.severity == severity)


@lru_cache(maxsize=8)
def _problems(candidate: Candidate, hour: str, formats: tuple[str, ...], most_tokens: int) -> Problems:
    return problems_in(candidate.document(), now=timezone.now(), evidence=lint_evidence())
