"""Publishing at a time: it happens then, or says why not."""

from pathlib import Path
from typing import Any

import pytest
from celery.beat import Service
from django.db import IntegrityError, connection

from tests.releases.asking import approved, deeds, for_two, in_an_hour, live_in, make_due, publisher, stage
from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Tool, ToolGroup
from toolgroups_admin.celery import app
from toolgroups_admin.releases.asking import ask
from toolgroups_admin.releases.carrying_out import carry_out, carry_out_or_say_why
from toolgroups_admin.releases.errors import (
    NotReady,
)
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.requested import Stage
from toolgroups_admin.releases.tasks import publish_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone(production: Environment) -> ToolGroup:
    """The group `weather`, live where one publishes, and changed since."""
    group = draft_has_weather()
    publish(production, by=None)
    return edit(group, matcher=contains("snow"))  # type: ignore[no-any-return]


def test_it_goes_live_at_its_time_and_not_before(production: Environment, alone: ToolGroup, ada: User) -> None:
    request = ask(production, by=ada, not_before=in_an_hour())
    publish_due()
    assert (stage(request), live_in(production)) == (Stage.TIME, 1)
    with pytest.raises(NotReady):
        carry_out(request)

    make_due(request)
    assert stage(request) is Stage.READY
    publish_due()

    assert (stage(request), live_in(production)) == (Stage.PUBLISHED, 2)


def test_at_its_time_it_still_waits_for_approval_where_two_publish_by_then(
    production: Environment, alone: ToolGroup, ada: User
) -> None:
    request = ask(production, by=ada, not_before=in_an_hour())
    for_two(production)
    make_due(request)
    publish_due()
    assert stage(request) is Stage.APPROVAL

    approved(request, publisher("bo"))
    publish_due()

    assert live_in(production) == 2


def test_of_two_that_are_due_the_second_is_stale_and_says_so(
    production: Environment, alone: ToolGroup, ada: User
) -> None:
    first, second = (ask(production, by=ada, not_before=in_an_hour()) for _ in range(2))
    make_due(first)
    make_due(second)

    publish_due()

    assert (stage(first), stage(second)) == (Stage.PUBLISHED, Stage.STALE)
    second.refresh_from_db()
    assert second.failure == "stale"
    assert deeds(second)[-1] == ("failed", "")


def breaks_lint(alone: ToolGroup, settings: Any) -> None:
    settings.LINT_FORMATS = ["anthropic"]


def loses_the_role(alone: ToolGroup, settings: Any) -> None:
    User.objects.update(is_superuser=False)


@pytest.mark.parametrize(("meanwhile", "failure"), [(breaks_lint, "lint"), (loses_the_role, "person")])
def test_what_fails_at_its_time_says_why_and_is_tried_again_by_people_only(
    production: Environment, alone: ToolGroup, ada: User, settings: Any, meanwhile: Any, failure: str
) -> None:
    settings.LINT_FORMATS = ["openai"]
    filtered = {"type": "object", "properties": {"filter[id]": {"type": "string"}}, "required": ["filter[id]"]}
    edit(Tool.objects.get(), parameters=filtered)
    request = ask(production, by=ada, not_before=in_an_hour())
    make_due(request)
    meanwhile(alone, settings)

    publish_due()
    publish_due()

    request.refresh_from_db()
    assert (request.failure, stage(request), live_in(production)) == (failure, Stage.FAILED, 1)
    assert [deed for deed, _ in deeds(request)] == ["asked", "failed"]
    settings.LINT_FORMATS = ["openai"]
    User.objects.update(is_superuser=True)
    assert carry_out_or_say_why(request)
    assert (stage(request), live_in(production)) == (Stage.PUBLISHED, 2)


class Raises:
    """Has the database, or what stands between, fail when a release is written."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("INSERT") and '"releases_release"' in sql:
            raise self.error
        return execute(sql, params, many, context)


def test_a_fault_of_the_server_is_told_and_one_of_the_database_is_tried_again(
    production: Environment, alone: ToolGroup, ada: User
) -> None:
    request = ask(production, by=ada, not_before=in_an_hour())
    make_due(request)

    with connection.execute_wrapper(Raises(IntegrityError("gone"))):
        publish_due()
    request.refresh_from_db()
    assert (request.failure, stage(request)) == ("", Stage.READY)

    with connection.execute_wrapper(Raises(ValueError("a fault"))):
        publish_due()
    request.refresh_from_db()
    assert (request.failure, live_in(production)) == ("fault", 1)


def test_the_clock_knows_every_task_that_it_starts() -> None:
    app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= app.tasks.keys()


def test_the_clock_needs_no_place_on_disk(tmp_path: Path) -> None:
    clock = Service(app, schedule_filename=str(tmp_path / "not" / "there"), scheduler_cls=app.conf.beat_scheduler)

    clock.scheduler.tick()
    clock.sync()

    assert clock.scheduler.schedule.keys() >= app.conf.beat_schedule.keys()
