"""Reading what is live from the database: cheap looks that say whether anything changed, and what they point to."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import Error as DatabaseError
from django.db.models import Count, Max, Sum

from toolgroups_admin.catalog.models import Fragment
from toolgroups_admin.engine import Catalog, IncrementalCompiler, InvalidDocument, Part, assemble

from .models import APIKey, Environment, ReleaseFragment, Switch
from .state import LiveKey, LiveRelease, Problem

log = logging.getLogger(__name__)

MOST_NAMED = 500  # states that are asked for by name; for more, all of the release are read


@dataclass(frozen=True, slots=True)
class Pointer:
    """Which release an environment points at."""

    environment: str
    release: int
    number: int
    format: int
    digest: str
    published_at: datetime | None = None


def pointers() -> tuple[Pointer, ...]:
    """Where every environment that has a release points, by one query."""
    rows = Environment.objects.filter(release__isnull=False).values_list(
        "name", "release", "release__number", "release__format", "release__digest", "release__created_at"
    )
    return tuple(Pointer(*row) for row in rows.order_by("name"))


def switches() -> dict[str, frozenset[str]]:
    """What is switched off in each environment that has something off, by one query."""
    off: dict[str, set[str]] = {}
    for environment, kind, identity in (
        Switch.objects.filter(lifted_at=None).values_list("environment__name", "kind", "identity").order_by("id")
    ):
        off.setdefault(environment, set()).add(f"{kind}:{identity}")
    return {environment: frozenset(targets) for environment, targets in off.items()}


def keys_stamp() -> tuple[Any, ...]:
    """Four figures of the key table that no change leaves as they were, by one query.

    A new key raises the count and the last number, a revocation the sum of versions; a time of change would not do,
    since transactions do not end in the order in which they began.
    """
    found = APIKey.objects.aggregate(
        count=Count("pk"), last=Max("pk"), versions=Sum("version"), revoked=Count("revoked_at")
    )
    return tuple(found.values())


def keys() -> dict[str, LiveKey]:
    """All keys that are not revoked, by digest."""
    rows = APIKey.objects.filter(revoked_at=None).values_list(
        "digest", "pk", "name", "environment__name", "scopes", "prompts", "expires_at"
    )
    return {
        digest: LiveKey(
            id=number,
            name=name,
            environment=environment,
            scopes=frozenset(scopes),
            prompts=None if prompts is None else frozenset(prompts),
            expires_at=expires_at,
        )
        for digest, number, name, environment, scopes, prompts, expires_at in rows
    }


def document_of(pointer: Pointer) -> dict[str, Any]:
    """The document of a release, by one query."""
    rows: Any = ReleaseFragment.objects.filter(release=pointer.release).order_by("position")
    return assemble(pointer.format, rows.values_list("kind", "fragment__text"))


def catalog_of(pointer: Pointer, compiler: IncrementalCompiler) -> Catalog:
    """The catalog of a release; only the texts that the compiler does not know are read."""
    rows: Any = ReleaseFragment.objects.filter(release=pointer.release).order_by("position")
    parts = [Part(kind, digest) for kind, digest in rows.values_list("kind", "fragment")]
    return compiler.compile(pointer.format, parts, partial(_texts, pointer))


def _texts(pointer: Pointer, digests: Sequence[str]) -> dict[str, str]:
    if len(digests) <= MOST_NAMED:
        return dict(Fragment.objects.filter(pk__in=digests).values_list("pk", "text"))
    return dict(ReleaseFragment.objects.filter(release=pointer.release).values_list("fragment", "fragment__text"))


def compiled(
    environment: str,
    number: int,
    digest: str,
    compile_it: Callable[[], Catalog],
    *,
    published_at: datetime | None = None,
) -> LiveRelease | Problem:
    """What is compiled as the live release, or why it cannot be that; only the database's errors pass."""
    try:
        catalog = compile_it()
    except InvalidDocument as invalid:
        return Problem(environment, number, "does_not_compile", str(invalid.faults[0]))
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("release %s cannot be read", number)
        return Problem(environment, number, "unreadable", f"{type(error).__name__}: {error}")
    if catalog.digest != digest:
        return Problem(environment, number, "digest_mismatch", f"the stored document has the digest {catalog.digest}")
    return LiveRelease(environment, number, digest, catalog, published_at)
