"""Whether this process lives, and whether it can answer: from memory, never by asking the database."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from toolgroups_admin.releases import live


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """`ready`; or `degraded` with the reasons, while it still answers; or `not_ready` (503) when it knows no key at all.

    Degraded is 200 on purpose: what is in memory goes on answering while the database is away, so no load balancer
    may take this process out for it.
    """
    state = live.current()
    reasons = list(_reasons(state))
    if state.source == "nowhere":
        return _no_store({"status": "not_ready", "reasons": reasons}, status=503)
    return _no_store({"status": "degraded" if reasons else "ready", "reasons": reasons})


def _reasons(state: live.State) -> Iterator[dict[str, Any]]:
    if state.source == "nowhere":
        yield {"code": "no_state", "detail": "neither the database nor the disk has given releases and keys"}
    elif not state.releases:
        yield {"code": "no_release", "detail": "nothing is published to any environment"}
    if state.database_error is not None:
        detail = "the database cannot be read; answers come from memory and a revoked key stays valid"
        yield {"code": "database_away", "detail": detail}
    if state.disk_error is not None:
        yield {
            "code": "state_not_on_disk",
            "detail": "a restart without the database would have an older state or none",
        }
    for problem in state.problems:
        detail = f"release {problem.number} is not taken over in {problem.environment}; the one before answers there"
        yield {"code": problem.code, "detail": detail}


def _no_store(body: dict[str, Any], status: int = 200) -> JsonResponse:
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})
