"""The draft as a document: the only way from rows to the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, models, transaction

from toolgroups_admin.engine import canonical_document, document_digest

from .mapping import SECTIONS, objects_of
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


def draft_digest() -> str:
    """The digest of `draft_document()`, from the states last recorded of all rows, in one query."""
    first, *others = (
        model._default_manager.order_by()
        .annotate(place=models.Value(place))
        .values_list("place", model.identity_field, "fragment_id")
        for place, model in enumerate(SECTIONS.values())
    )
    return document_digest(FORMAT, (digest or "" for _, _, digest in sorted(first.union(*others, all=True))))


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
