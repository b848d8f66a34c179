"""Whether this process lives, and whether it can answer: from memory, never by asking the database or Redis."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from toolgroups_admin.releases import live
from toolgroups_admin.traffic.writing import WRITER


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether the process can answer, what is wrong though it can, and from what it answers."""
    state, redis_error = live.current(), live.redis_error()
    found = readiness(state, redis_error=redis_error)
    body = {
        "status": found.status,
        "reasons": found.reasons,
        "database": {"status": "away" if state.database_error else "ok", "read_at": live.looked_at()},
        "redis": {"status": "away" if redis_error else "ok" if settings.REDIS_URL else "not_used"},
        "records": {"waiting": WRITER.waiting, "dropped": WRITER.dropped},
        "releases": [_release(release, datetime.now(UTC)) for _, release in sorted(state.releases.items())],
    }
    return JsonResponse(body, status=found.http, headers={"Cache-Control": "no-store"})


class Readiness(NamedTuple):
    """`ready`, `degraded` or `not_ready`, with its HTTP status and the reasons."""

    status: str
    http: int
    reasons: list[dict[str, str]]


def readiness(state: live.State, *, redis_error: str | None = None) -> Readiness:
    """`ready`; or `degraded` with the reasons, while it still answers; or `not_ready` when it knows no key at all.

    Degraded is 200 on purpose: what is in memory goes on answering while the database is away, so no load balancer
    may take this process out for it.
    """
    reasons = [{"code": code, "detail": detail} for code, detail in _reasons(state, redis_error)]
    if state.source == "nowhere":
        return Readiness("not_ready", 503, reasons)
    return Readiness("degraded" if reasons else "ready", 200, reasons)


def _release(release: live.LiveRelease, now: datetime) -> dict[str, Any]:
    made = release.published_at
    return {
        "environment": release.environment,
        "number": release.number,
        "digest": release.digest,
        "published_at": made,
        "age_seconds": None if made is None else round((now - made).total_seconds()),
    }


def _reasons(state: live.State, redis_error: str | None) -> Iterator[tuple[str, str]]:
    if state.source == "nowhere":
        yield "no_state", "neither the database nor the disk has given releases and keys"
    elif not state.releases:
        yield "no_release", "nothing is published to any environment"
    if state.database_error is not None:
        yield "database_away", "the database cannot be read: answers come from memory, and a revoked key stays valid"
    if redis_error is not None:
        yield "redis_away", "Redis does not answer: changes are noticed by looking, twice a second"
    if state.disk_error is not None:
        yield "state_not_on_disk", "the state cannot be kept on disk for a start without the database"
    for problem in state.problems:
        where = f"release {problem.number} does not answer in {problem.environment}"
        yield problem.code, f"{where}; the last one that could be used does, if there was one"
