"""Events become notices for those who want to know, in the transaction in which they happen."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tests.releases.editing import add_tool, draft_has_weather
from tests.releases.listening import mailbox, webhook
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Fragment, Kind
from toolgroups_admin.releases import live
from toolgroups_admin.releases.announcing import announce
from toolgroups_admin.releases.fault_reports import report_faults
from toolgroups_admin.releases.models import Delivery, Environment, Event, Notice
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back
from toolgroups_admin.releases.state import Problem
from toolgroups_admin.releases.switching import lift, switch_off
from toolgroups_admin.releases.telling import body_of, subject_of, text_of

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, dict[str, Any]]]:
    return [(notice.event, notice.facts) for notice in Notice.objects.order_by("id")]


def test_every_act_is_told_with_who_and_why(production: Environment, staging: Environment, ada: User) -> None:
    webhook(production)
    draft_has_weather()
    first = publish(production, by=ada, comment="go")
    add_tool("other")
    publish(staging, by=ada)
    second = promote(production, release=publish_of(staging), by=ada).release
    roll_back(production, to=first, by=ada, comment="back")
    switch = switch_off(production, Kind.GROUP, "weather", reason="storm", by=ada)
    lift(switch, by=None, why="calm")

    off = {"kind": "group", "identity": "weather"}
    assert told() == [
        ("publish", {"release": 1, "previous": None, "comment": "go", "by": "ada"}),
        ("promote", {"release": second.number, "previous": 1, "comment": "", "by": "ada"}),
        ("roll_back", {"release": 1, "previous": second.number, "comment": "back", "by": "ada"}),
        ("switch_off", {**off, "reason": "storm", "by": "ada"}),
        ("lift", {**off, "reason": "calm", "by": None}),
    ]


def publish_of(environment: Environment) -> Any:
    return Environment.objects.get(pk=environment.pk).release


def test_only_who_wants_the_event_in_this_environment_is_told(production: Environment, staging: Environment) -> None:
    wanted = webhook(production, events=["publish"])
    webhook(production, events=["lift"])
    webhook(production, enabled=False)
    webhook(staging)
    recipient = mailbox(production)

    announce(production, Event.PUBLISH, {"release": 1})

    assert {delivery.target for delivery in Delivery.objects.all()} == {wanted, recipient}
    assert announce(staging, Event.TEST, {}) is None


def test_what_is_taken_back_is_told_to_nobody(production: Environment) -> None:
    webhook(production)

    with transaction.atomic():
        announce(production, Event.PUBLISH, {"release": 1})
        transaction.set_rollback(True)

    assert not Notice.objects.exists()


def test_a_release_that_does_not_compile_is_told_once_whoever_finds_it(production: Environment) -> None:
    webhook(production)
    draft_has_weather()
    publish(production, by=None)
    Notice.objects.all().delete()
    Fragment.objects.filter(text__contains='"matcher"').update(text='{"name":"weather","matcher":{}}')

    for _process in range(3):
        live.forget()
        live.refresh()

    [(event, facts)] = told()
    assert (event, facts["release"], facts["code"]) == ("compile_fault", 1, "does_not_compile")
    assert Delivery.objects.count() == 1


def test_a_report_that_cannot_be_written_keeps_nobody_from_answering(
    production: Environment, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_: Any) -> Any:
        raise DatabaseError("away")

    with connection.execute_wrapper(away):
        report_faults([Problem("production", 1, "does_not_compile", "canary")])

    assert "could not be reported: DatabaseError" in caplog.text
    assert "canary" not in caplog.text


def test_programs_get_one_json_object_whatever_the_attempt(production: Environment) -> None:
    webhook(production)
    notice = announce(production, Event.PUBLISH, {"release": 3, "previous": 2, "comment": "上线"})

    assert notice is not None
    body = body_of(Notice.objects.get())
    assert body == body_of(notice)
    assert b'"type":"publish"' in body
    assert '"data":{"environment":"production","release":3,"previous":2,"comment":"上线","by":null}'.encode() in body


@pytest.mark.parametrize(
    ("event", "facts", "sentence"),
    [
        (Event.PUBLISH, {"release": 3, "by": "ada"}, "Release 3 was published to production by ada."),
        (Event.ROLL_BACK, {"release": 3, "by": None}, "production was rolled back to release 3 by the command line."),
        (
            Event.LIFT,
            {"kind": "tool", "identity": "t", "by": "ada"},
            "Tool “t” was switched on again in production by ada.",
        ),
        (Event.COMPILE_FAULT, {"release": 3}, "Release 3 of production does not compile"),
    ],
)
def test_people_get_a_sentence(production: Environment, event: Event, facts: dict[str, Any], sentence: str) -> None:
    notice = Notice(environment=production, event=event, facts=facts)

    assert subject_of(notice).startswith(f"[production] {sentence}")


def test_people_get_the_comment_and_what_was_live_before(production: Environment) -> None:
    facts = {"release": 3, "previous": 2, "by": "ada", "comment": "now"}

    text = text_of(Notice(environment=production, event=Event.PUBLISH, facts=facts))

    assert text.endswith("Before, release 2 was live.\n\nnow\n")
