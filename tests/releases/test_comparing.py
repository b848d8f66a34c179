"""What is not published yet, by one query over digests (design §2)."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.releases.editing import add_tool, contains, draft_has_weather, edit, remove
from toolgroups_admin.catalog.models import Change, Kind
from toolgroups_admin.releases.candidates import contents, draft
from toolgroups_admin.releases.comparing import ObjectChange, changes_between, changes_from, count_changes
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def in_short(changes: list[ObjectChange]) -> list[tuple[Any, str, Any]]:
    return [(change.kind, change.identity, change.outcome) for change in changes]


def test_without_a_release_all_of_the_draft_is_new(production: Environment) -> None:
    draft_has_weather()

    assert in_short(changes_between(production)) == [
        (Kind.TOOL, "get_weather", Change.Outcome.CREATED),
        (Kind.GROUP, "weather", Change.Outcome.CREATED),
        (Kind.PROMPT, "support", Change.Outcome.CREATED),
    ]


def test_right_after_publishing_nothing_differs(production: Environment) -> None:
    draft_has_weather()
    publish(production, by=None)

    assert changes_between(production) == []
    assert count_changes(production) == 0


def test_what_was_made_edited_and_deleted_since_is_told(production: Environment) -> None:
    group = draft_has_weather()
    spare = add_tool("spare")
    publish(production, by=None)
    edit(group, matcher=contains("snow"))
    add_tool("new")
    remove(spare)

    changes = changes_between(production)

    assert in_short(changes) == [
        (Kind.TOOL, "new", Change.Outcome.CREATED),
        (Kind.TOOL, "spare", Change.Outcome.DELETED),
        (Kind.GROUP, "weather", Change.Outcome.CHANGED),
    ]
    assert changes[2].after == group.digest != changes[2].before


def test_an_edit_that_was_taken_back_is_no_change(production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, enabled=False)
    edit(group, enabled=True)

    assert count_changes(production) == 0


def test_objects_of_one_name_and_different_kinds_are_told_apart(production: Environment) -> None:
    draft_has_weather()
    tool = add_tool("weather")
    publish(production, by=None)
    remove(tool)

    assert in_short(changes_between(production)) == [(Kind.TOOL, "weather", Change.Outcome.DELETED)]


def test_counting_and_listing_take_one_query_each(
    production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft_has_weather()
    publish(production, by=None)
    for number in range(20):
        add_tool(f"tool-{number}")

    with django_assert_num_queries(1):
        assert count_changes(production) == 20
    with django_assert_num_queries(1):
        assert len(changes_between(production)) == 20


def test_the_query_agrees_with_comparing_the_lists(production: Environment) -> None:
    group = draft_has_weather()
    spare = add_tool("spare")
    release = publish(production, by=None)
    edit(group, matcher=contains("snow"))
    add_tool("new")
    remove(spare)

    assert changes_from(contents(release), draft()) == changes_between(production)
