"""Publishing some of the changes, with what they need."""

from typing import Any

import pytest

from tests.releases.editing import ALWAYS, add_tool, contains, draft_has_weather, edit, remove
from toolgroups_admin.catalog.models import GroupTool, Kind, MatcherRule, Tool, ToolGroup
from toolgroups_admin.engine import InvalidDocument
from toolgroups_admin.releases.affecting import prompts_affected
from toolgroups_admin.releases.candidates import contents, draft, live_contents
from toolgroups_admin.releases.choices import Choice
from toolgroups_admin.releases.comparing import changes_from
from toolgroups_admin.releases.errors import DraftChanged, NeedsMore, NothingToPublish, PublishedMeanwhile
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.selecting import select

pytestmark = pytest.mark.django_db


@pytest.fixture
def weather(production: Environment) -> ToolGroup:
    """The group `weather`, live in production."""
    group = draft_has_weather()
    publish(production, by=None)
    return group


def wanted(environment: Environment, *identities: str) -> list[Choice]:
    """The present changes of these objects, as somebody sees them now."""
    changes = changes_from(live_contents(environment), draft())
    return [Choice(it.kind, it.identity, it.after) for it in changes if it.identity in identities]


def states(release: Release) -> dict[str, str]:
    return {entry.identity: entry.digest for entry in contents(release).entries}


def uses(group: ToolGroup, tool: Tool) -> None:
    GroupTool.objects.create(group=group, tool=tool, position=9)
    edit(group)


def test_one_of_three_changes_is_published_and_the_others_stay_in_the_draft(
    production: Environment, weather: ToolGroup
) -> None:
    before = states(Release.objects.get())
    edit(weather, matcher=contains("snow"))
    edit(Tool.objects.get(), description="Says the weather.")
    add_tool("new")

    release = publish(production, by=None, chosen=wanted(production, "weather"))

    after = states(release)
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {"weather"}
    assert [it.identity for it in changes_from(contents(release), draft())] == ["get_weather", "new"]


def test_all_changes_chosen_are_the_draft(production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))
    add_tool("new")

    release = publish(production, by=None, chosen=wanted(production, "weather", "new"))

    assert contents(release) == draft()


def test_what_needs_a_new_object_is_not_published_without_it(production: Environment, weather: ToolGroup) -> None:
    uses(weather, add_tool("new"))

    with pytest.raises(NeedsMore) as needs:
        publish(production, by=None, chosen=wanted(production, "weather"))

    assert [(it.kind, it.identity) for it in needs.value.choices] == [(Kind.TOOL, "new")]
    assert publish(production, by=None, chosen=wanted(production, "weather", "new")).number == 2


def test_what_goes_needs_the_change_of_who_used_it(production: Environment, weather: ToolGroup) -> None:
    GroupTool.objects.all().delete()
    edit(weather)
    remove(Tool.objects.get())

    with pytest.raises(NeedsMore) as needs:
        publish(production, by=None, chosen=wanted(production, "get_weather"))

    assert [(it.kind, it.identity) for it in needs.value.choices] == [(Kind.GROUP, "weather")]


def test_needs_are_followed_through_shared_rules(production: Environment, weather: ToolGroup) -> None:
    edit(MatcherRule(name="inner"), definition=ALWAYS)
    edit(MatcherRule(name="outer"), definition={"kind": "rule", "name": "inner"})
    edit(weather, matcher={"kind": "rule", "name": "outer"})

    selection = select(live_contents(production), draft(), [(Kind.GROUP, "weather")])

    assert [it.identity for it in selection.needed] == ["inner", "outer"]
    assert selection.candidate == draft()


def test_what_is_changed_but_there_is_not_needed(production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))
    edit(Tool.objects.get(), description="other")

    assert select(live_contents(production), draft(), [(Kind.GROUP, "weather")]).needed == ()


def test_what_was_edited_since_it_was_chosen_is_refused_and_other_edits_do_not_matter(
    production: Environment, weather: ToolGroup
) -> None:
    edit(weather, matcher=contains("snow"))
    chosen = wanted(production, "weather")
    add_tool("of-a-colleague")
    assert publish(production, by=None, chosen=chosen).number == 2
    edit(weather, matcher=contains("hail"))
    chosen = wanted(production, "weather")
    edit(weather, matcher=contains("sleet"))

    with pytest.raises(DraftChanged):
        publish(production, by=None, chosen=chosen)


def test_a_release_that_went_live_meanwhile_is_told_first(production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))
    chosen = wanted(production, "weather")
    publish(production, by=None)

    with pytest.raises(PublishedMeanwhile):
        publish(production, by=None, expected=1, chosen=chosen)


def test_nothing_chosen_is_nothing_to_publish(production: Environment, weather: ToolGroup) -> None:
    edit(weather, matcher=contains("snow"))

    with pytest.raises(NothingToPublish):
        publish(production, by=None, chosen=[])


def test_a_fault_elsewhere_in_the_draft_does_not_stop_what_was_chosen(
    production: Environment, weather: ToolGroup
) -> None:
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})
    edit(weather, matcher=contains("snow"))
    with pytest.raises(InvalidDocument):
        publish(production, by=None)

    assert publish(production, by=None, chosen=wanted(production, "weather")).number == 2


def test_the_prompts_that_a_change_reaches_are_known(production: Environment, weather: ToolGroup) -> None:
    edit(MatcherRule(name="wet"), definition=ALWAYS)
    add_tool("alone")
    edit(weather, matcher={"kind": "rule", "name": "wet"})
    before, after = live_contents(production), draft()

    affected: Any = prompts_affected(before, after, changes_from(before, after))

    assert affected == {
        (Kind.TOOL, "alone"): (),
        (Kind.RULE, "wet"): ("support",),
        (Kind.GROUP, "weather"): ("support",),
    }
