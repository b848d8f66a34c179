"""What a process answers from (design §10, field case 43)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.catalog.models import Fragment
from toolgroups_admin.engine import parse_context, resolve
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import APIKey, Environment
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.django_db


def groups_hit(message: str, environment: str = "production") -> list[str]:
    context = parse_context({"prompt": "support", "messages": [{"role": "user", "content": message}]})
    return list(resolve(live.current().releases[environment].catalog, context).groups)


def test_without_a_release_there_is_nothing_to_answer_from() -> None:
    assert live.current().releases == {}
    assert live.current().source == "database"


def test_what_is_published_answers(production: Environment) -> None:
    draft_has_weather()
    release = publish(production, by=None)

    found = live.current().releases["production"]

    assert (found.environment, found.number, found.digest) == ("production", 1, release.digest)
    assert groups_hit("will it rain?") == ["weather"]


def test_a_draft_does_not_answer_until_it_is_published(production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    edit(group, matcher=contains("snow"))
    live.refresh()
    before = groups_hit("snow?")

    publish(production, by=None)
    live.refresh()

    assert (before, groups_hit("snow?")) == ([], ["weather"])


def test_rolling_back_answers_as_before(production: Environment) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    live.refresh()

    roll_back(production, to=first, by=None)
    live.refresh()

    assert (live.current().releases["production"].number, groups_hit("rain"), groups_hit("snow")) == (
        1,
        ["weather"],
        [],
    )


def test_reading_the_state_takes_no_query_after_the_first_time(
    production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft_has_weather()
    publish(production, by=None)
    live.current()

    with django_assert_num_queries(0):
        live.current()
        live.key_for("tga_production_unknown")


def test_looking_when_nothing_changed_takes_three_queries_and_keeps_the_state(
    production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft_has_weather()
    publish(production, by=None)
    state = live.refresh()

    with django_assert_num_queries(3):
        assert live.refresh() is state


def test_two_environments_at_one_document_share_the_compiled_catalog(
    production: Environment, staging: Environment
) -> None:
    draft_has_weather()
    publish(staging, by=None)
    publish(production, by=None)

    releases = live.current().releases

    assert (releases["staging"].number, releases["production"].number) == (1, 2)
    assert releases["staging"].catalog is releases["production"].catalog


def test_a_release_that_does_not_compile_never_replaces_one_that_does(production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    live.refresh()
    edit(group, matcher=contains("snow"))
    second = publish(production, by=None)
    second.fragments.filter(kind="tool").delete()

    state = live.refresh()

    assert groups_hit("will it rain?") == ["weather"]
    assert state.releases["production"].number == 1
    [problem] = state.problems
    assert (problem.environment, problem.number, problem.code) == ("production", 2, "does_not_compile")
    assert "get_weather" in problem.detail


def test_a_release_whose_texts_were_changed_never_replaces_one_that_is_whole(production: Environment) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    live.refresh()
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    Fragment.objects.filter(pk=group.digest).update(text='{"name":"weather","tools":["get_weather"]}')

    [problem] = live.refresh().problems

    assert (problem.number, problem.code) == (2, "digest_mismatch")
    assert groups_hit("anything") == []


def test_a_release_that_cannot_even_be_read_is_a_problem_of_that_environment_only(
    production: Environment, staging: Environment
) -> None:
    group = draft_has_weather()
    publish(staging, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    Fragment.objects.filter(pk=group.digest).update(text="{")

    state = live.refresh()

    assert [problem.code for problem in state.problems] == ["unreadable"]
    assert groups_hit("rain", "staging") == ["weather"]


def test_a_release_that_failed_is_not_compiled_again_until_the_environment_points_elsewhere(
    production: Environment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft_has_weather()
    publish(production, by=None).fragments.filter(kind="tool").delete()
    live.refresh()
    make_key(production, name="shop", scopes=["resolve"], by=None)

    with django_assert_num_queries(4):  # three looks and the keys, no document
        state = live.refresh()

    assert len(state.problems) == 1


def test_a_key_is_known_by_its_token(production: Environment) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve", "explain"], by=None, prompts=["support"])

    found = live.key_for(token)

    assert found is not None
    assert (found.id, found.name, found.environment) == (key.pk, "shop", "production")
    assert (found.scopes, found.prompts) == (frozenset({"resolve", "explain"}), frozenset({"support"}))


@pytest.mark.parametrize("token", ["", "tga_production_", "tga_production_x", "天气", "\ud800", "x" * 100_000])
def test_an_unknown_token_has_no_key(production: Environment, token: str) -> None:
    make_key(production, name="shop", scopes=["resolve"], by=None)

    assert live.key_for(token) is None


def test_the_digest_of_a_key_is_not_a_token(production: Environment) -> None:
    key, _token = make_key(production, name="shop", scopes=["resolve"], by=None)

    assert live.key_for(key.digest) is None


def test_a_key_without_a_limit_may_use_every_prompt(production: Environment) -> None:
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)

    found = live.key_for(token)

    assert found is not None
    assert found.prompts is None


def test_a_new_key_is_known_after_the_next_look(production: Environment) -> None:
    live.current()
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    before = live.key_for(token)

    live.refresh()

    assert before is None
    assert live.key_for(token) is not None


def test_a_revoked_key_is_unknown_after_the_next_look(production: Environment) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()

    revoke(key, by=None)
    live.refresh()

    assert live.key_for(token) is None


def test_a_key_deleted_by_hand_is_unknown_after_the_next_look(production: Environment) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()
    APIKey.objects.filter(pk=key.pk).delete()

    live.refresh()

    assert live.key_for(token) is None


def test_an_expired_key_is_unknown_without_a_look(production: Environment) -> None:
    until = datetime.now(UTC) + timedelta(minutes=5)
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None, expires_at=until)
    state = live.refresh()

    assert state.key_for(token, until - timedelta(seconds=1)) is not None
    assert state.key_for(token, until) is None


def test_a_state_that_cannot_be_kept_on_disk_answers_all_the_same(
    production: Environment, own_live_state: Path
) -> None:
    own_live_state.mkdir()
    draft_has_weather()
    publish(production, by=None)

    state = live.refresh()

    assert state.disk_error is not None
    assert groups_hit("rain") == ["weather"]


def test_the_connection_of_a_page_is_not_closed_by_looking(production: Environment) -> None:
    live.refresh()

    assert connection.connection is not None
