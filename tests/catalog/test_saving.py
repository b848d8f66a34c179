"""Saving with history (field cases 33, 36 and 38)."""

import pytest

from tests.catalog.building import contains, group, load, prompt, rule, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.history import Difference, differences
from toolgroups_admin.catalog.models import Change, Fragment, GroupTool, RuleUse, Tool
from toolgroups_admin.catalog.saving import InUse, delete, record, save_with_history


@pytest.mark.django_db
def test_a_new_object_makes_one_entry_with_nothing_before(ada: User) -> None:
    change = save_with_history(Tool(key="weather"), by=ada, why="asked for by support")

    assert change is not None
    assert Change.objects.get() == change
    assert (change.outcome, change.before, change.by, change.why) == ("created", None, ada, "asked for by support")


@pytest.mark.django_db
def test_saving_twice_without_change_makes_no_entry_and_no_version(ada: User) -> None:
    save_with_history(Tool(key="weather"), by=ada)
    before = tool("weather")

    change = save_with_history(tool("weather"), by=ada)

    assert change is None
    assert Change.objects.count() == 1
    assert (tool("weather").version, tool("weather").updated_at) == (before.version, before.updated_at)


@pytest.mark.django_db
def test_a_change_says_which_members_differ(ada: User) -> None:
    load(groups=[{"name": "weather", "matcher": contains("rain"), "owner": "ops"}])
    weather = group("weather")
    weather.matcher, weather.owner, weather.enabled = contains("rain", "snow"), "", False

    change = save_with_history(weather, by=ada)

    assert change is not None
    found = {difference.member: difference for difference in differences(change)}
    assert set(found) == {"matcher", "owner", "enabled"}
    assert found["owner"] == Difference("owner", "owner", "ops", None)
    assert found["enabled"] == Difference("enabled", "enabled", None, "false")


@pytest.mark.django_db
def test_the_order_of_a_groups_tools_is_part_of_the_group(ada: User) -> None:
    load(tools=[{"key": "a"}, {"key": "b"}], groups=[{"name": "g", "tools": ["a", "b"]}])
    GroupTool.objects.filter(tool__key="a").update(position=5)

    [change] = record([group("g")], by=ada)

    assert change is not None
    assert [(found.member, found.after) for found in differences(change)] == [("tools", '[\n  "b",\n  "a"\n]')]
    assert not Change.objects.filter(kind="tool", action="edit").exists()


@pytest.mark.django_db
def test_a_state_that_comes_back_is_stored_once() -> None:
    weather = Tool(key="weather")
    for title in ("one", "two", "one"):
        weather.title = title
        save_with_history(weather, by=None)

    assert Change.objects.count() == 3
    assert Fragment.objects.count() == 2


@pytest.mark.django_db
def test_a_group_and_a_prompt_with_nothing_but_the_same_name_share_their_text() -> None:
    load(groups=[{"name": "same"}], prompts=[{"name": "same"}])

    assert group("same").digest == prompt("same").digest


@pytest.mark.django_db
def test_the_uses_of_shared_rules_follow_the_rules() -> None:
    load(
        rules=[
            {"name": "vip", "definition": contains("vip")},
            {"name": "new", "definition": {"kind": "not", "rule": shared("vip")}},
        ],
        tools=[{"key": "t", "allow": shared("vip")}],
        groups=[{"name": "g", "matcher": {"kind": "any", "rules": [shared("vip"), shared("new"), shared("vip")]}}],
    )

    uses = {(str(use.user), str(use.rule)) for use in RuleUse.objects.all()}
    assert uses == {("new", "vip"), ("t", "vip"), ("g", "vip"), ("g", "new")}

    g = group("g")
    g.matcher = shared("new")
    save_with_history(g, by=None)

    assert {str(use.rule) for use in RuleUse.objects.filter(group=g)} == {"new"}


@pytest.mark.django_db
def test_what_is_in_use_is_not_deleted_and_its_users_are_named() -> None:
    load(
        tools=[{"key": "t"}, {"key": "chosen"}],
        rules=[{"name": "r", "definition": contains("r")}],
        groups=[{"name": "g", "tools": ["t"], "matcher": shared("r")}],
        prompts=[{"name": "p", "groups": ["g"], "tools": ["t"], "tool_choice": {"tool": "chosen"}}],
    )

    for row, users in [
        (tool("t"), ["g", "p"]),
        (tool("chosen"), ["p"]),
        (rule("r"), ["g"]),
        (group("g"), ["p"]),
    ]:
        with pytest.raises(InUse) as refused:
            delete(row, by=None)
        assert [str(user) for user in refused.value.users] == users
    assert Tool.objects.count() == 2


@pytest.mark.django_db
def test_deleting_makes_one_entry_with_nothing_after(ada: User) -> None:
    load(tools=[{"key": "t"}], groups=[{"name": "g", "tools": ["t"]}])

    change = delete(group("g"), by=ada, why="no longer offered")

    assert (change.outcome, change.after, change.why) == ("deleted", None, "no longer offered")
    assert delete(tool("t"), by=ada).outcome == "deleted"
