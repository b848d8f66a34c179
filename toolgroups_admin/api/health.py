"""Whether this process lives, and whether it can answer: from memory, never by asking the database."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from toolgroups_admin.releases import live


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether the process can answer, and what is wrong though it can."""
    found = readiness(live.current())
    body = {"status": found.status, "reasons": found.reasons}
    return JsonResponse(body, status=found.http, headers={"Cache-Control": "no-store"})


class Readiness(NamedTuple):
    """`ready`, `degraded` or `not_ready`, with its HTTP status and the reasons."""

    status: str
    http: int
    reasons: list[dict[str, str]]


def readiness(state: live.State) -> Readiness:
    """`ready`; or `degraded` with the reasons, while it still answers; or `not_ready` when it knows no key at all.

    Degraded is 200 on purpose: what is in memory goes on answering while the database is away, so no load balancer
    may take this process out for it.
    """
    reasons = [{"code": code, "detail": detail} for code, detail in _reasons(state)]
    if state.source == "nowhere":
        return Readiness("not_ready", 503, reasons)
    return Readiness("degraded" if reasons else "ready", 200, reasons)


def _reasons(state: live.State) -> Iterator[tuple[str, str]]:
    if state.source == "nowhere":
        yield "no_state", "neither the database nor the disk has given releases and keys"
    elif not state.releases:
        yield "no_release", "nothing is published to any environment"
    if state.database_error is not None:
        yield "database_away", "the database cannot be read: answers come from memory, and a revoked key stays valid"
    if state.disk_error is not None:
        yield "state_not_on_disk", "the state cannot be kept on disk for a start without the database"
    for problem in state.problems:
        where = f"release {problem.number} does not answer in {problem.environment}"
        yield problem.code, f"{where}; the last one that could be used does, if there was one"
