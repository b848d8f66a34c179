"""Switching groups and tools off at once, and lifting that."""

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind, ToolGroup
from toolgroups_admin.engine import canonical_text
from toolgroups_admin.releases import disk, live
from toolgroups_admin.releases.errors import AlreadyLifted, AlreadyOff, NotInRelease
from toolgroups_admin.releases.events import recent_events
from toolgroups_admin.releases.models import Environment, Switch
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import lift, switch_off, switchable
from toolgroups_admin.traffic.answering import answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(production: Environment) -> Environment:
    """Production answers with the group `weather` when it rains."""
    draft_has_weather()
    publish(production, by=None)
    return production


def answered(environment: str = "production") -> Any:
    key = live.LiveKey(1, "shop", environment, frozenset({"resolve"}))
    body = {"prompt": "support", "messages": [{"role": "user", "content": "rain"}]}
    return answer(key, body, state=live.refresh())


def test_a_group_that_is_switched_off_is_not_judged(published: Environment) -> None:
    switch_off(published, Kind.GROUP, "weather", reason="wrong answers", by=None)

    assert answered().resolution.groups == ()


def test_a_tool_that_is_switched_off_is_not_offered_while_its_group_hits(published: Environment) -> None:
    switch_off(published, Kind.TOOL, "get_weather", reason="provider is down", by=None)

    resolution = answered().resolution

    assert (resolution.groups, resolution.offers) == (("weather",), ())


def test_what_is_off_in_one_environment_is_on_in_the_others(published: Environment, staging: Environment) -> None:
    publish(staging, by=None)
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)

    assert answered("staging").resolution.groups == ("weather",)
    assert answered("production").resolution.groups == ()


def test_the_answer_names_the_switches_by_a_digest(published: Environment, staging: Environment) -> None:
    publish(staging, by=None)
    assert answered().release.switches is None
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)
    of_group = answered().release.switches
    switch_off(published, Kind.TOOL, "get_weather", reason="x", by=None)
    switch_off(staging, Kind.TOOL, "get_weather", reason="y", by=None)
    switch_off(staging, Kind.GROUP, "weather", reason="y", by=None)

    assert of_group is not None
    assert answered().release.switches == answered("staging").release.switches != of_group
    assert of_group.encode() not in answered().encoded()
    assert f'"switches":"{answered().release.switches}"'.encode() in answered().encoded()


def test_later_releases_do_not_bring_it_back(published: Environment) -> None:
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)
    live.refresh()
    edit(live_group(), matcher=contains("rain", "snow"))
    publish(published, by=None)

    found = answered()

    assert (found.release.number, found.resolution.groups) == (2, ())


def test_a_release_that_does_not_compile_keeps_the_switches_of_the_one_that_answers(published: Environment) -> None:
    live.refresh()
    edit(live_group(), matcher=contains("snow"))
    publish(published, by=None).fragments.filter(kind="tool").delete()
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)

    found = answered()

    assert (found.release.number, found.resolution.groups) == (1, ())


def test_lifting_has_rules_decide_again_and_keeps_the_history(published: Environment, ada: User) -> None:
    switch = switch_off(published, Kind.GROUP, "weather", reason="wrong answers", by=ada)
    answered()

    lift(switch, by=ada, why="mended")

    assert answered().resolution.groups == ("weather",)
    kept = Switch.objects.get()
    assert (kept.reason, kept.by, kept.lifted_by, kept.lifted_why) == ("wrong answers", ada, ada, "mended")
    assert isinstance(kept.lifted_at, datetime)


def test_what_was_lifted_can_be_switched_off_again(published: Environment) -> None:
    lift(switch_off(published, Kind.GROUP, "weather", reason="x", by=None), by=None)

    switch_off(published, Kind.GROUP, "weather", reason="y", by=None)

    assert answered().resolution.groups == ()


def test_switching_off_what_is_off_or_not_there_is_refused(published: Environment) -> None:
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)

    with pytest.raises(AlreadyOff):
        switch_off(published, Kind.GROUP, "weather", reason="y", by=None)
    for kind, identity in ((Kind.GROUP, "nowhere"), (Kind.TOOL, "weather"), (Kind.PROMPT, "support")):
        with pytest.raises(NotInRelease):
            switch_off(published, kind, identity, reason="y", by=None)


def test_lifting_twice_is_refused(published: Environment) -> None:
    switch = switch_off(published, Kind.GROUP, "weather", reason="x", by=None)
    lift(switch, by=None)

    with pytest.raises(AlreadyLifted):
        lift(switch, by=None)


def test_groups_and_tools_of_the_live_release_can_be_switched_off(published: Environment, staging: Environment) -> None:
    assert [(row.kind, row.identity) for row in switchable(published)] == [
        ("group", "weather"),
        ("tool", "get_weather"),
    ]
    assert not switchable(staging).exists()


def test_a_process_that_starts_from_disk_has_the_switches(published: Environment, own_live_state: Path) -> None:
    switch_off(published, Kind.GROUP, "weather", reason="x", by=None)
    state = live.refresh()

    found = disk.load(own_live_state)

    assert found.releases["production"].switches == state.releases["production"].switches is not None
    assert found.releases["production"].catalog.groups["weather"].is_off


def test_a_state_on_disk_from_before_there_were_switches_can_be_read(
    published: Environment, own_live_state: Path
) -> None:
    live.refresh()
    release = disk.load(own_live_state).releases["production"]
    state = {"releases": [{"environment": "production", "number": 1, "digest": release.digest}], "keys": []}
    whole = {"format": 1, "digest": sha256(canonical_text(state).encode()).hexdigest(), "state": state}
    own_live_state.write_text(canonical_text(whole))

    assert disk.load(own_live_state).releases["production"].switches is None


def test_both_moments_of_a_switch_are_among_what_happened_last(published: Environment) -> None:
    lift(switch_off(published, Kind.GROUP, "weather", reason="x", by=None), by=None)

    lifted, off, *_ = recent_events(8)

    assert lifted.switch == off.switch is not None
    assert (lifted.lifted, off.lifted) == (True, False)


def live_group() -> Any:
    return ToolGroup.objects.get(name="weather")
