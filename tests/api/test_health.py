"""Health is told from memory."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.releases.editing import draft_has_weather, edit
from toolgroups_admin.api.health import readiness
from toolgroups_admin.releases import live
from toolgroups_admin.releases.live import Problem, State
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish

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


def test_a_redis_that_is_away_is_a_reason_and_nothing_worse() -> None:
    found = readiness(State(source="database", releases=RELEASES), redis_error="gone")

    assert (found.http, found.status, [reason["code"] for reason in found.reasons]) == (200, "degraded", ["redis_away"])


def test_a_process_that_lives_says_so() -> None:
    response = Client().get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_readiness_is_asked_over_http() -> None:
    response = Client().get("/readyz")

    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response["Cache-Control"] == "no-store"
    assert Client().post("/readyz").status_code == 405


@pytest.mark.django_db
def test_readiness_names_the_database_redis_and_the_age_of_each_release(settings: Settings) -> None:
    production = Environment.objects.get(name="production")
    draft_has_weather()
    release = publish(production, by=None)
    Release.objects.update(created_at=release.created_at - timedelta(minutes=5))
    live.refresh()

    for url, redis in (("", "not_used"), ("redis://127.0.0.1:1", "ok")):  # nobody follows here, so nobody is missed
        settings.REDIS_URL = url
        body = Client().get("/readyz").json()
        [told] = body["releases"]
        assert (body["status"], body["redis"], body["database"]["status"]) == ("ready", {"status": redis}, "ok")
        assert body["records"].keys() == {"waiting", "dropped"}
        assert datetime.fromisoformat(body["database"]["read_at"]) <= datetime.now(UTC)
        assert (told["environment"], told["number"], told["digest"]) == ("production", 1, release.digest)
        assert 300 <= told["age_seconds"] < 400


@pytest.mark.django_db
def test_a_release_that_does_not_compile_any_more_is_told_with_the_one_that_answers() -> None:
    production = Environment.objects.get(name="production")
    group = draft_has_weather()
    publish(production, by=None)
    live.refresh()
    edit(group, system_prompt="Look outside.")
    second = publish(production, by=None)
    Release.objects.filter(pk=second.pk).update(digest="0" * 64)
    live.refresh()

    body = Client().get("/readyz").json()

    assert (body["status"], [reason["code"] for reason in body["reasons"]]) == ("degraded", ["digest_mismatch"])
    assert "release 2 does not answer in production" in body["reasons"][0]["detail"]
    assert [told["number"] for told in body["releases"]] == [1]
