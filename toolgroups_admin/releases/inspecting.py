"""What lint finds in a candidate: errors stop a publish, warnings want to be read first."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils import timezone

from toolgroups_admin.catalog.lint_evidence import lint_evidence
from toolgroups_admin.catalog.problems import FAULT, Problem, Problems, problems_in

from .candidates import Candidate
from .errors import LintErrors, WarningsUnread

MARK_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Inspected:
    """What keeps a candidate from compiling, or else the errors and the warnings of lint."""

    faults: tuple[Problem, ...]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def marks(self) -> list[str]:
        """What stands for the warnings when somebody says that they are read, in order."""
        return sorted({mark_of(warning) for warning in self.warnings})


NOTHING = Inspected((), (), ())


def inspected(candidate: Candidate) -> Inspected:
    """What lint finds, looked for once for each candidate and hour; a large one takes seconds the first time."""
    hour = f"{timezone.now():%Y-%m-%dT%H}"
    found = _problems(candidate, hour, tuple(settings.LINT_FORMATS), settings.LINT_MOST_TOKENS)
    return Inspected(*(tuple(each for each in found.all if each.severity == of) for of in (FAULT, "error", "warning")))


def refuse_unsound(candidate: Candidate, *, read: Collection[str] | None) -> None:
    """Raises `LintErrors`, and `WarningsUnread` when a warning is not among those read; `None` asks for no reading.

    Says nothing of what does not compile.
    """
    found = inspected(candidate)
    if found.errors:
        raise LintErrors([problem.said for problem in found.errors])
    if read is not None and (unread := [each for each in found.warnings if mark_of(each) not in read]):
        raise WarningsUnread([problem.said for problem in unread])


def mark_of(problem: Problem) -> str:
    """The same for the same warning of the same object, wherever in the document that stands."""
    said = (problem.rule, problem.kind, problem.identity, problem.member, problem.place, problem.said.message)
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:MARK_LENGTH]


@lru_cache(maxsize=8)
def _problems(candidate: Candidate, hour: str, formats: tuple[str, ...], most_tokens: int) -> Problems:
    return problems_in(candidate.document(), now=timezone.now(), evidence=lint_evidence())
