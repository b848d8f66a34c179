"""The draft as a document: the only way from rows to the engine."""

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Max, Sum, Value

from toolgroups_admin.engine import assemble, canonical_document

from .mapping import SECTIONS, objects_of
from .models import CatalogObject
from .scenarios import scenario_store

FORMAT = 1


def draft_document() -> dict[str, Any]:
    """All that is being edited, in canonical form, read at one moment with a fixed number of queries."""
    with at_one_moment():
        sections = {section: list(objects_of(model).values()) for section, model in SECTIONS.items()}
    return canonical_document({"format": FORMAT, **sections})


def exported_document() -> dict[str, Any]:
    """The draft with the scenarios, as an export has both."""
    with at_one_moment():
        document, scenarios = draft_document(), scenario_store().exported()
    return {**document, "scenarios": scenarios} if scenarios else document


def recorded_document() -> dict[str, Any]:
    """The same as `draft_document()`, from the texts last recorded of all rows: several times as quick.

    What was saved without being recorded is not in it.
    """
    with at_one_moment():
        texts: list[Any] = [
            (model.kind.value, text) for model in SECTIONS.values() for _identity, text in sorted(_texts(model))
        ]
    return assemble(FORMAT, texts)


def draft_mark() -> Hashable:
    """What is another one as soon as the draft is: for what is kept as long as it stays; one query that reads no object.

    Rows that come have higher keys, rows that go are fewer, and rows that change have higher versions.
    """
    first, *others = (
        model._default_manager.order_by()
        .annotate(place=Value(place))
        .values("place")
        .annotate(rows=Count("pk"), newest=Max("pk"), versions=Sum("version"), latest=Max("updated_at"))
        .values_list("place", "rows", "newest", "versions", "latest")
        for place, model in enumerate(SECTIONS.values())
    )
    return tuple(sorted(first.union(*others, all=True)))


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Everything read inside sees the same state of the database.

    PostgreSQL is asked for one snapshot where no transaction is open yet; SQLite's transaction keeps writers out.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _texts(model: type[CatalogObject]) -> Iterable[tuple[str, str]]:
    rows = model._default_manager.order_by().filter(fragment__isnull=False)
    texts: Iterable[tuple[str, str]] = rows.values_list(model.identity_field, "fragment__text")
    return texts
