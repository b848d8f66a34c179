"""Health is told from memory: these tests have no database."""

from typing import Any

import pytest
from django.test import Client

from toolgroups_admin.api.health import readiness
from toolgroups_admin.releases.live import Problem, State

RELEASES: dict[str, Any] = {"production": object()}
PROBLEM = Problem("production", 3, "does_not_compile", "why")


@pytest.mark.parametrize(
    ("state", "http", "status", "reasons"),
    [
        (State(source="database", releases=RELEASES), 200, "ready", []),
        (State(source="database"), 200, "degraded", ["no_release"]),
        (State(source="disk", releases=RELEASES, database_error="gone"), 200, "degraded", ["database_away"]),
        (State(source="database", releases=RELEASES, disk_error="full"), 200, "degraded", ["state_not_on_disk"]),
        (State(source="database", releases=RELEASES, problems=(PROBLEM,)), 200, "degraded", ["does_not_compile"]),
        (State(database_error="gone"), 503, "not_ready", ["no_state", "database_away"]),
    ],
)
def test_readiness_says_what_is_wrong(state: State, http: int, status: str, reasons: list[str]) -> None:
    found = readiness(state)

    assert (found.http, found.status, [reason["code"] for reason in found.reasons]) == (http, status, reasons)


def test_a_process_that_lives_says_so() -> None:
    response = Client().get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_readiness_is_asked_over_http() -> None:
    response = Client().get("/readyz")

    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response["Cache-Control"] == "no-store"
    assert Client().post("/readyz").status_code == 405
