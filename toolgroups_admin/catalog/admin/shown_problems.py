"""Problems as pages show them: object by object, in words, with a link to where each can be mended."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import LINT_RULES

from ..mapping import LINKS, MODEL_OF
from ..models import Kind
from ..problems import Problem, Problems
from ..waiving import may_be_waived
from .problem_wording import counted, member_name, remedy, severity_name, title_of, why

_ENTRY = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """One problem in words; of an entry of a list, which the words name, `place` is empty."""

    severity: str
    severity_name: str
    rule: str
    title: str
    why: str
    remedy: str
    member: str
    place: str
    address: str
    may_be_waived: bool


@dataclass(frozen=True, slots=True)
class ShownObject:
    """An object with its problems, the worst first; the draft as a whole has no kind, name or address."""

    kind: str
    kind_name: str
    identity: str
    owner: str
    address: str
    problems: Sequence[ShownProblem]


@dataclass(frozen=True, slots=True)
class Count:
    """How many problems an object has: number, words, the worst severity, and where they are; None when not known."""

    pk: int
    number: int | None
    words: str
    worst: str
    address: str


@dataclass(frozen=True, slots=True)
class Beside:
    """An object's problems by the field of its form, those that have no field there, and all of them counted in words."""

    at_fields: Mapping[str, Sequence[ShownProblem]]
    others: Sequence[ShownProblem]
    words: str
    address: str


Key = tuple[Kind | None, str]


def grouped(problems: Iterable[Problem]) -> list[tuple[Key, Sequence[Problem]]]:
    """The problems of each object together, the object with the worst one first."""
    objects: dict[Key, list[Problem]] = {}
    for problem in problems:
        objects.setdefault((problem.kind, problem.identity), []).append(problem)
    return [*objects.items()]


def shown_objects(objects: Sequence[tuple[Key, Sequence[Problem]]], user: User) -> list[ShownObject]:
    """The objects in words for a person, who waives only what that person may change; a query a kind."""
    addresses = _addresses([key for key, _ in objects])
    return [_shown_object(key, problems, addresses.get(key, ""), user) for key, problems in objects]


def shown_problem(problem: Problem, *, address: str = "", may_change: bool = False) -> ShownProblem:
    """One problem in words, with a link to its member in the form at `address`."""
    in_form = problem.kind is not None and problem.member in _members(problem.kind)
    return ShownProblem(
        severity=problem.severity,
        severity_name=severity_name(problem.severity),
        rule=problem.rule,
        title=title_of(problem.rule) if problem.rule in LINT_RULES else "",
        why=why(problem),
        remedy=remedy(problem),
        member=member_name(problem),
        place="" if _ENTRY.fullmatch(problem.place) else problem.place,
        address=f"{address}#id_{problem.member}" if address and in_form else address,
        may_be_waived=may_change and may_be_waived(problem.rule),
    )


def count_of(kind: Kind, identity: str, pk: int, known: Problems | None) -> Count:
    """How many problems one object has."""
    counts = known.counts_of(kind, identity) if known else {}
    return Count(
        pk=pk,
        number=None if known is None else sum(counts.values()),
        words=counted(counts),
        worst=next(iter(counts), ""),
        address=_narrowed(kind, identity),
    )


def beside(kind: Kind, identity: str, fields: Collection[str], known: Problems) -> Beside:
    """What a form with these fields says of its object, which is saved."""
    at_fields: dict[str, list[ShownProblem]] = {}
    others: list[ShownProblem] = []
    for problem in known.of(kind, identity):
        place = at_fields.setdefault(problem.member, []) if problem.member in fields else others
        place.append(shown_problem(problem))
    return Beside(at_fields, others, counted(known.counts_of(kind, identity)), _narrowed(kind, identity))


def _members(kind: Kind) -> Collection[str]:
    """The members that the form of a kind has fields for."""
    return {*MODEL_OF[kind].columns, *(links.member for links in LINKS[kind])}


def _shown_object(key: Key, problems: Sequence[Problem], address: str, user: User) -> ShownObject:
    kind, identity = key
    may_change = kind is not None and user.has_perm(f"catalog.change_{MODEL_OF[kind]._meta.model_name}")
    return ShownObject(
        kind=kind or "",
        kind_name=str(kind.label) if kind else "",
        identity=identity,
        owner=problems[0].owner,
        address=address,
        problems=[shown_problem(problem, address=address, may_change=may_change) for problem in problems],
    )


def _narrowed(kind: Kind, identity: str) -> str:
    """The Problems page, narrowed to one object."""
    return f"{reverse('catalog:problems')}?{urlencode({'kind': kind, 'object': identity})}"


def _addresses(keys: Iterable[Key]) -> Mapping[Key, str]:
    """The form of each object that is there."""
    names: dict[Kind, list[str]] = {}
    for kind, identity in keys:
        if kind is not None:
            names.setdefault(kind, []).append(identity)
    return {(kind, name): address for kind, its in names.items() for name, address in _forms(kind, its)}


def _forms(kind: Kind, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    model = MODEL_OF[kind]
    field = model.identity_field
    for identity, key in model._default_manager.filter(**{f"{field}__in": names}).values_list(field, "pk"):
        yield identity, reverse(f"admin:catalog_{model._meta.model_name}_change", args=[key])
