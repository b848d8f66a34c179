"""What is wrong with the draft: the compiler's faults and lint's findings, kept as long as the draft stays as it is."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from toolgroups_admin.engine import Fault, Finding, InvalidDocument

from .documents import at_one_moment, draft_mark, recorded_document
from .functions import configured_functions
from .lint_evidence import lint_evidence
from .linting import lint_document
from .mapping import SECTIONS
from .models import Kind

FAULT: Final = "fault"
SEVERITIES: Final = (FAULT, "error", "warning", "note")

_OBJECT = re.compile(r"\$\.(\w+)\[(\d+)\](.*)", re.DOTALL)
_MEMBER = re.compile(r"\.(\w+)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault or finding: whose it is, in which member, and the place in it; `kind` is None for the whole draft."""

    severity: str
    rule: str
    kind: Kind | None
    identity: str
    owner: str
    member: str
    place: str
    said: Fault | Finding


@dataclass(frozen=True)
class Problems:
    """All problems of one state of the draft, the worst first, then in the draft's order."""

    all: Sequence[Problem]

    @property
    def compiles(self) -> bool:
        """True when there are no faults, so that lint has looked at the draft."""
        return not any(problem.severity == FAULT for problem in self.all)

    def of(self, kind: Kind, identity: str) -> Sequence[Problem]:
        """The problems of one object."""
        return self._by_object.get((kind, identity), ())

    def counts_of(self, kind: Kind, identity: str) -> Mapping[str, int]:
        """How many problems one object has, by severity, the worst first."""
        counted = Counter(problem.severity for problem in self.of(kind, identity))
        return {severity: counted[severity] for severity in SEVERITIES if counted[severity]}

    @cached_property
    def _by_object(self) -> Mapping[tuple[Kind | None, str], Sequence[Problem]]:
        objects: dict[tuple[Kind | None, str], list[Problem]] = {}
        for problem in self.all:
            objects.setdefault((problem.kind, problem.identity), []).append(problem)
        return objects


_kept: dict[Any, Problems] = {}
_looking = Lock()


def known_problems() -> Problems | None:
    """The problems of the draft as it is now, if this process has looked at this state within the hour; one query.

    The time counts, since schedules end and traffic changes.
    """
    return _kept.get(_key(draft_mark(), timezone.now()))


def last_problems() -> Problems | None:
    """The problems of the state of the draft that this process looked at last, which may have changed since."""
    return next(iter(list(_kept.values())), None)


def draft_problems() -> Problems:
    """The problems of the draft as it is now, looked for if they are not known: that takes seconds for a large draft.

    One thread looks, and others wait for it, so this is not for callers inside a transaction.
    """
    if known := known_problems():
        return known
    with _looking:
        return known_problems() or _looked_at(timezone.now())


def problems_in(document: Mapping[str, Any], *, now: datetime, evidence: Mapping[str, float] | None) -> Problems:
    """The problems of a document: what keeps it from compiling, or what lint finds in it."""
    objects = dict(_objects(document))
    try:
        said: Sequence[Fault | Finding] = lint_document(
            document, now=now, evidence=evidence, functions=configured_functions()
        )
    except InvalidDocument as invalid:
        said = invalid.faults
    problems = [_problem(each, objects) for each in said]
    return Problems(sorted(problems, key=lambda problem: SEVERITIES.index(problem.severity)))


def _looked_at(now: datetime) -> Problems:
    with at_one_moment():
        key, document = _key(draft_mark(), now), recorded_document()
    problems = problems_in(document, now=now, evidence=lint_evidence())
    known = list(_kept)
    _kept[key] = problems
    for old in known:
        del _kept[old]
    return problems


def _key(mark: Hashable, now: datetime) -> Any:
    return (
        mark,
        f"{now:%Y-%m-%dT%H}",
        tuple(settings.LINT_FORMATS),
        settings.LINT_MOST_TOKENS,
        tuple(settings.TOOLGROUPS_TOOLS),
    )


def _objects(document: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], tuple[Kind, str, str]]]:
    """The objects of a document by section and place: kind, identity and owner."""
    for section, model in SECTIONS.items():
        for place, members in enumerate(document.get(section, ())):
            yield (section, str(place)), (model.kind, members[model.identity_field], members.get("owner", ""))


def _problem(said: Fault | Finding, objects: Mapping[tuple[str, str], tuple[Kind, str, str]]) -> Problem:
    severity, rule = (said.severity, said.rule) if isinstance(said, Finding) else (FAULT, said.code)
    found = _OBJECT.fullmatch(said.path)
    if found is None or (found[1], found[2]) not in objects:
        return Problem(severity, rule, None, "", "", "", said.path, said)
    kind, identity, owner = objects[found[1], found[2]]
    step = _MEMBER.fullmatch(found[3])
    member, place = (step[1], step[2].lstrip(".")) if step else ("", "")
    return Problem(severity, rule, kind, identity, owner, member, place, said)
