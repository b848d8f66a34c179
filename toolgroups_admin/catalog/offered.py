"""Tools and groups that may be chosen: a page of what a search finds, and what is known of those chosen."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Left

from .mapping import MODEL_OF
from .models import Kind
from .summaries import summary

A_PAGE = 12
BATCH = 500
MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Choosable:
    """One tool or group: `about` is a tool's description or a group's rule, in words."""

    identity: str
    pk: int
    title: str
    owner: str
    about: str
    enabled: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One page of what was found."""

    rows: Sequence[Choosable]
    number: int
    pages: int
    total: int


def found(kind: Kind, wanted: str, page: int) -> Page:
    """A page of the objects whose identity, title or owner has these words in it; two queries."""
    identity = MODEL_OF[kind].identity_field
    rows = _rows(kind)
    for word in wanted.split():
        rows = rows.filter(Q(**{f"{identity}__icontains": word}) | Q(title__icontains=word) | Q(owner__icontains=word))
    shown = Paginator(rows.order_by(identity), A_PAGE).get_page(page)
    return Page(
        [_choosable(row, identity) for row in shown], shown.number, shown.paginator.num_pages, shown.paginator.count
    )


def known(kind: Kind, identities: Collection[str]) -> Mapping[str, Choosable]:
    """What there is of these objects, by identity."""
    identity, wanted = MODEL_OF[kind].identity_field, list(identities)
    parts = (wanted[start : start + BATCH] for start in range(0, len(wanted), BATCH))
    rows = (row for part in parts for row in _rows(kind).filter(**{f"{identity}__in": part}))
    return {row[identity]: _choosable(row, identity) for row in rows}


def _rows(kind: Kind) -> QuerySet[Any, dict[str, Any]]:
    model = MODEL_OF[kind]
    rows: QuerySet[Any] = model._default_manager.annotate(beginning=Left("description", MOST_CHARACTERS + 1))
    return rows.values(
        "pk",
        model.identity_field,
        "title",
        "owner",
        "beginning",
        *(("matcher", "enabled") if kind is Kind.GROUP else ()),
    )


def _choosable(row: Mapping[str, Any], identity: str) -> Choosable:
    beginning = row["beginning"] or ""
    words = f"{beginning[:MOST_CHARACTERS]}…" if len(beginning) > MOST_CHARACTERS else beginning
    about = summary(row["matcher"]) if "matcher" in row else words
    return Choosable(row[identity], row["pk"], row["title"], row["owner"], about, row.get("enabled", True))
