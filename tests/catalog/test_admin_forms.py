"""The forms: faults beside the field, nothing lost, nothing saved over someone else's work (field cases 35 and 39)."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import ALWAYS, contains, group, load, prompt, rule, shared, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, GroupTool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history

GROUPS = "/admin/catalog/toolgroup/"


def form_of(page: Any) -> dict[str, Any]:
    """What a browser would post from a page on which nothing was touched."""
    form = page.context["adminform"].form
    fields = [form[name] for name in form.fields]
    sent = {field.html_name: field.value() for field in fields}
    return {name: _as_sent(value) for name, value in sent.items() if value is not None and value is not False}


def _as_sent(value: Any) -> Any:
    return value.replace("\n", "\r\n") if isinstance(value, str) else value


def errors_of(page: Any) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = dict(page.context["adminform"].form.errors)
    return errors


def address_of(row: ToolGroup) -> str:
    return f"{GROUPS}{row.pk}/change/"


@pytest.fixture
def weather(db: Any) -> ToolGroup:
    load(
        tools=[{"key": "get_weather"}, {"key": "get_air"}, {"key": "get_tide"}],
        groups=[
            {
                "name": "weather",
                "tools": ["get_weather", "get_air"],
                "matcher": contains("rain"),
                "system_prompt": "a\nb\n",
            }
        ],
    )
    return group("weather")


def test_a_form_saved_untouched_changes_nothing(browser: Client, weather: ToolGroup) -> None:
    load(
        rules=[{"name": "r", "definition": {"kind": "not", "rule": contains(" cat ")}, "tags": ["a,b", "c"]}],
        tools=[
            {
                "key": "t",
                "title": " edge ",
                "parameters": {"type": "object", "default": -0.0},
                "executor": {"kind": "mcp", "connection": "c", "tool": "t"},
            }
        ],
        prompts=[
            {
                "name": "p",
                "default_model": "",
                "tool_choice": "auto",
                "system_message": "\r\nx\r",
                "groups": ["weather"],
                "metadata": {"b": 1, "a": 1e2},
            }
        ],
    )
    entries = Change.objects.count()

    for kind, row in [
        ("toolgroup", group("weather")),
        ("matcherrule", rule("r")),
        ("tool", tool("t")),
        ("prompt", prompt("p")),
    ]:
        address = f"/admin/catalog/{kind}/{row.pk}/change/"
        answer = browser.post(address, form_of(browser.get(address)))

        assert answer.status_code == 302, errors_of(answer)
    assert Change.objects.count() == entries


def test_an_edit_makes_one_entry_with_the_reason(browser: Client, ada: User, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))

    browser.post(address_of(weather), form | {"matcher": json.dumps(contains("snow")), "why": "winter"})

    entry = Change.objects.exclude(action="import").get()
    assert (entry.kind, entry.identity, entry.by, entry.why) == ("group", "weather", ada, "winter")
    assert group("weather").matcher == contains("snow")


def test_adding_a_tool_to_a_group_changes_the_group_only(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))
    new = {"tools": "get_weather\r\nget_air\r\nget_tide"}

    browser.post(address_of(weather), form | new)

    assert [link.tool.key for link in group("weather").group_tools.all()] == ["get_weather", "get_air", "get_tide"]
    assert [entry.kind for entry in Change.objects.exclude(action="import")] == ["group"]
    assert group("weather").version == weather.version + 1


def test_another_order_of_tools_is_kept(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))

    browser.post(address_of(weather), form | {"tools": "get_air\r\nget_weather"})

    assert [link.tool.key for link in group("weather").group_tools.all()] == ["get_air", "get_weather"]


def test_saving_as_new_keeps_the_tools_in_order_and_adds_at_the_end(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))
    new = {"name": "clone", "tools": "get_weather\nget_air\nget_tide", "_saveasnew": "1"}

    browser.post(address_of(weather), form | new)

    assert [link.tool.key for link in group("clone").group_tools.all()] == ["get_weather", "get_air", "get_tide"]
    assert [link.tool.key for link in group("weather").group_tools.all()] == ["get_weather", "get_air"]
    assert Change.objects.exclude(action="import").count() == 1


def test_a_tool_twice_in_a_group_is_refused(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))
    new = {"tools": "get_weather\nget_air\nget_air"}

    answer = browser.post(address_of(weather), form | new)

    assert "“get_air”" in errors_of(answer)["tools"][0]
    assert GroupTool.objects.count() == 2


def test_a_choice_survives_an_error_elsewhere(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))

    answer = browser.post(address_of(weather), form | {"tools": "get_tide\r\nget_air", "matcher": "{"})

    assert list(errors_of(answer)) == ["matcher"]
    assert answer.context["adminform"].form["tools"].value().split() == ["get_tide", "get_air"]


def test_a_tool_that_is_gone_meanwhile_is_named(browser: Client, weather: ToolGroup) -> None:
    form = form_of(browser.get(address_of(weather)))

    answer = browser.post(address_of(weather), form | {"tools": "get_weather\nnowhere"})

    assert "“nowhere”" in errors_of(answer)["tools"][0]
    assert "get_weather" not in errors_of(answer)["tools"][0]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ('{"kind": "always"', "Line 1, column 18"),
        ('{"kind": "always", "kind": "always"}', "twice"),
        ('{"kind": "nonsense"}', "nonsense"),
        ('{"kind": "any", "rules": []}', "rules"),
        ('{"kind": "prompt_matches", "pattern": "("}', "pattern"),
        ('{"kind": "rule", "name": "nowhere"}', "nowhere"),
        ("", "always"),
        ("null", "always"),
    ],
)
def test_what_is_wrong_with_a_rule_stands_beside_it_and_the_text_stays(
    browser: Client, weather: ToolGroup, typed: str, said: str
) -> None:
    form = form_of(browser.get(address_of(weather)))

    answer = browser.post(address_of(weather), form | {"matcher": typed, "system_prompt": "kept"})

    assert list(errors_of(answer)) == ["matcher"]
    assert said in " ".join(errors_of(answer)["matcher"])
    shown = answer.context["adminform"].form
    assert (shown["matcher"].value(), shown["system_prompt"].value()) == (typed, "kept")
    assert group("weather").matcher == contains("rain")


def test_a_new_group_starts_with_no_rule_and_needs_one(browser: Client, db: Any) -> None:
    page = browser.get(f"{GROUPS}add/")
    form = form_of(page) | {"name": "fresh"}

    refused = browser.post(f"{GROUPS}add/", form)
    accepted = browser.post(f"{GROUPS}add/", form | {"matcher": json.dumps(ALWAYS)})

    assert page.context["adminform"].form["matcher"].value() == ""
    assert list(errors_of(refused)) == ["matcher"]
    assert accepted.status_code == 302
    assert group("fresh").matcher == ALWAYS


def test_a_group_imported_without_a_rule_may_stay_so(browser: Client, db: Any) -> None:
    load(groups=[{"name": "silent"}])
    address = address_of(group("silent"))

    answer = browser.post(address, form_of(browser.get(address)) | {"title": "Silent"})

    assert answer.status_code == 302
    assert (group("silent").matcher, group("silent").title) == (None, "Silent")


@pytest.mark.parametrize("theirs", ["system_prompt", "tools"])
def test_the_second_of_two_people_is_told_and_keeps_the_text(
    browser: Client, bob: User, weather: ToolGroup, theirs: str
) -> None:
    form = form_of(browser.get(address_of(weather)))
    other = Client()
    other.force_login(bob)
    change = {"system_prompt": "theirs"} if theirs == "system_prompt" else {"tools": "get_air"}
    other.post(address_of(weather), form | change)

    answer = browser.post(address_of(weather), form | {"matcher": json.dumps(contains("mine"))})

    [said] = errors_of(answer)["__all__"]
    assert "bob" in said
    assert theirs.replace("_", " ") in said
    assert "mine" in answer.context["adminform"].form["matcher"].value()
    assert group("weather").matcher == contains("rain")


def test_saving_again_after_the_warning_replaces_what_they_saved(
    browser: Client, bob: User, weather: ToolGroup
) -> None:
    form = form_of(browser.get(address_of(weather)))
    weather.system_prompt = "theirs"
    save_with_history(weather, by=bob)
    warned = browser.post(address_of(weather), form | {"system_prompt": "mine"})

    browser.post(address_of(weather), form_of(warned))

    assert group("weather").system_prompt == "mine"


def test_the_name_of_a_used_object_is_fixed_and_its_users_are_named(browser: Client, weather: ToolGroup) -> None:
    address = f"/admin/catalog/tool/{tool('get_air').pk}/change/"
    form = form_of(browser.get(address))

    answer = browser.post(address, form | {"key": "renamed"})
    saved_as_new = browser.post(address, form | {"key": "cloned", "_saveasnew": "1"})

    assert "weather" in errors_of(answer)["key"][0]
    assert saved_as_new.status_code == 302
    assert tool("cloned").version == 1


def test_a_circle_of_shared_rules_is_refused_beside_the_rule(browser: Client, db: Any) -> None:
    load(rules=[{"name": "a", "definition": contains("x")}, {"name": "b", "definition": shared("a")}])
    address = f"/admin/catalog/matcherrule/{rule('a').pk}/change/"

    answer = browser.post(address, form_of(browser.get(address)) | {"definition": json.dumps(shared("b"))})

    assert list(errors_of(answer)) == ["definition"]


def test_faults_are_told_in_chinese(ada: User, weather: ToolGroup) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)

    answer = client.post(address_of(weather), form_of(client.get(address_of(weather))) | {"matcher": ""})

    assert "尚未选择规则" in errors_of(answer)["matcher"][0]


def test_the_top_of_a_refused_form_leads_to_each_field_with_an_error(browser: Client, weather: ToolGroup) -> None:
    sent = form_of(browser.get(address_of(weather)))

    page = browser.post(address_of(weather), {**sent, "waivers": "x", "matcher": "{"}).content.decode()

    for field in ("waivers", "matcher"):
        assert f'<a href="#id_{field}_error">' in page
        assert f'id="id_{field}_error"' in page


@pytest.mark.parametrize("name", ["", "  ", "x" * 129, "a\0b"])
def test_a_name_that_is_refused_has_one_error(browser: Client, weather: ToolGroup, name: str) -> None:
    sent = form_of(browser.get(address_of(weather)))

    errors = errors_of(browser.post(address_of(weather), {**sent, "name": name}))

    assert [len(each) for each in errors.values()] == [1]


def test_half_a_character_in_a_rule_is_refused_in_words(browser: Client, weather: ToolGroup) -> None:
    sent = form_of(browser.get(address_of(weather)))

    errors = errors_of(browser.post(address_of(weather), {**sent, "matcher": '"\\ud800"', "tags": '["\\udfff"]'}))

    assert errors.keys() == {"matcher", "tags"}
