"""Lint before a release: errors stop it, warnings are read first."""

from typing import Any

import pytest
from django.test import Client

from tests.releases.editing import ALWAYS, add_tool, contains, draft_has_weather, edit
from tests.releases.pages import ADMIN, hidden_fields, publish_address, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind, Prompt, PromptTool, Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.catalog.waiving import waive
from toolgroups_admin.releases.asking import ask
from toolgroups_admin.releases.candidates import draft, live_contents
from toolgroups_admin.releases.carrying_out import carry_out
from toolgroups_admin.releases.errors import LintErrors, WarningsUnread
from toolgroups_admin.releases.inspecting import inspected, mark_of
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.django_db

ENOUGH = "Tells the weather of a place today and on each of the seven days that follow."
FILTERED = {"type": "object", "properties": {"filter[id]": {"type": "string"}}, "required": ["filter[id]"]}
DESCRIBED = {**FILTERED, "properties": {"filter[id]": {"type": "string", "description": "The id to look for."}}}
UNREAD = "There are warnings that you have not said to have read."


@pytest.fixture
def weather(production: Environment) -> ToolGroup:
    """The group `weather`, live in production, of which lint says nothing."""
    group = draft_has_weather()
    edit(Tool.objects.get(), description=ENOUGH)
    publish(production, by=None)
    return group


def sent(browser: Client, environment: Environment, **more: Any) -> dict[str, Any]:
    """What a browser sends from the publish page, with nothing said of warnings."""
    fields = hidden_fields(browser.get(publish_address(environment)))
    fields.pop("read", None)
    return {**fields, "comment": "mine", **more}


def test_an_error_stops_a_publish_and_a_promotion_until_it_is_waived(
    production: Environment, staging: Environment, weather: ToolGroup
) -> None:
    edit(weather, matcher=contains(""))
    for environment in (production, staging):
        with pytest.raises(LintErrors, match="groups"):
            publish(environment, by=None)

    waive(Kind.GROUP, "weather", "keywords_empty", reason="asked for by name only", by=None)

    tried = publish(staging, by=None)
    promote(production, release=tried, by=None)
    assert production.release == tried


def test_what_became_an_error_since_is_not_promoted(
    production: Environment, staging: Environment, weather: ToolGroup, settings: Any
) -> None:
    edit(Tool.objects.get(), parameters=FILTERED)
    settings.LINT_FORMATS = ["openai"]
    tried = publish(staging, by=None)
    settings.LINT_FORMATS = ["anthropic"]

    with pytest.raises(LintErrors):
        promote(production, release=tried, by=None)


@pytest.fixture
def live_error(production: Environment, weather: ToolGroup, settings: Any) -> Tool:
    """The tool `filtered`, live in production, in which lint finds an error only since then."""
    settings.LINT_FORMATS = ["openai"]
    tool: Tool = add_tool("filtered", parameters=DESCRIBED, description=ENOUGH)
    publish(production, by=None)
    settings.LINT_FORMATS = ["anthropic"]
    return tool


def test_an_error_that_is_live_already_stops_no_change_of_something_else(
    production: Environment, live_error: Tool, weather: ToolGroup
) -> None:
    edit(weather, description="rain and sun")

    [standing] = inspected(draft(), live=live_contents(production)).standing
    with pytest.raises(WarningsUnread, match="tools"):
        publish(production, by=None, read=[])

    assert standing.identity == "filtered"
    assert publish(production, by=None, read=[mark_of(standing)]).number == 3


def test_an_error_that_is_live_already_stops_a_change_of_its_object(production: Environment, live_error: Tool) -> None:
    edit(live_error, title="Filtered")

    with pytest.raises(LintErrors):
        publish(production, by=None, read=[])


def test_an_error_that_a_change_brings_to_an_object_that_stays_stops_it(
    production: Environment, weather: ToolGroup
) -> None:
    prompt = Prompt(name="strict")
    prompt.save()
    PromptTool.objects.create(prompt=prompt, tool=Tool.objects.get())
    save_with_history(prompt, by=None)
    publish(production, by=None)
    edit(Tool.objects.get(), sensitive=True)

    found = inspected(draft(), live=live_contents(production))

    assert [(problem.kind, problem.identity) for problem in found.errors] == [(Kind.PROMPT, "strict")]
    assert not found.standing


def test_an_error_that_is_live_elsewhere_only_stops_a_publish(staging: Environment, live_error: Tool) -> None:
    with pytest.raises(LintErrors):
        publish(staging, by=None)


def test_what_is_asked_for_goes_live_beside_an_error_that_is_live_already(
    production: Environment, live_error: Tool, weather: ToolGroup, ada: User
) -> None:
    edit(weather, description="rain and sun")
    request = ask(production, by=ada)

    assert carry_out(request).release.number == 3


def test_the_page_says_which_errors_are_live_already_and_asks_to_have_them_read(
    browser: Client, production: Environment, live_error: Tool, weather: ToolGroup
) -> None:
    edit(weather, description="rain and sun")
    unread = browser.post(publish_address(production), sent(browser, production))

    browser.post(publish_address(production), sent(browser, production, read="on"))

    words = words_of(unread)
    production.refresh_from_db()
    assert UNREAD in words
    assert "These errors are live already" in words
    assert "I have read this 1 problem" in words
    assert "which stop this" not in words
    assert production.release is not None
    assert production.release.number == 3


def test_rolling_back_asks_no_lint(production: Environment, weather: ToolGroup, settings: Any) -> None:
    edit(Tool.objects.get(), parameters=FILTERED)
    settings.LINT_FORMATS = ["openai"]
    second = publish(production, by=None)
    edit(Tool.objects.get(), parameters={"type": "object"})
    publish(production, by=None)
    settings.LINT_FORMATS = ["anthropic"]

    roll_back(production, to=second, by=None)

    assert production.release == second


def test_warnings_have_to_be_read_one_and_all(production: Environment, weather: ToolGroup) -> None:
    add_tool("one")
    edit(weather, matcher=contains("a"))
    marks = inspected(draft()).marks
    assert len(marks) == 2

    for read in ([], marks[:1], ["0" * 16]):
        with pytest.raises(WarningsUnread):
            publish(production, by=None, read=read)

    assert publish(production, by=None, read=marks).number == 2


def test_a_warning_is_the_same_wherever_its_object_stands(production: Environment, weather: ToolGroup) -> None:
    add_tool("zone")
    marks = inspected(draft()).marks
    add_tool("area", description=ENOUGH)

    assert publish(production, by=None, read=marks).number == 2


def test_what_does_not_compile_has_no_warnings(production: Environment) -> None:
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})

    found = inspected(draft())

    assert (len(found.faults), found.errors, found.warnings) == (1, (), ())


def test_the_page_says_each_problem_with_the_remedy_and_a_link(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    tool = add_tool("one")
    edit(weather, matcher=contains(""))

    page = browser.get(publish_address(production))

    words = words_of(page)
    assert "Lint finds errors, which stop this." in words
    assert "I have read this 1 warning" in words
    assert f'href="/admin/catalog/tool/{tool.pk}/change/#id_description"' in page.content.decode()
    refused = browser.post(publish_address(production), {**hidden_fields(page), "comment": "mine"})
    assert "Lint finds errors. Mend or waive them, or leave their objects out." in words_of(refused)
    assert refused.context["form"]["comment"].value() == "mine"
    assert Release.objects.count() == 1


def test_the_faults_are_told_before_anybody_tries(browser: Client, production: Environment) -> None:
    edit(ToolGroup(name="lost"), matcher={"kind": "rule", "name": "nowhere"})

    assert "tool group “lost”, matcher" in words_of(browser.get(publish_address(production)))


def test_without_the_tick_nothing_is_published_and_with_it_all_is(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    add_tool("one")
    fields = sent(browser, production)

    refused = browser.post(publish_address(production), fields)

    assert UNREAD in words_of(refused)
    assert refused.context["form"]["comment"].value() == "mine"
    browser.post(publish_address(production), {**fields, "read": "on"})
    assert Release.objects.count() == 2


def test_the_tick_does_not_count_for_what_was_not_shown(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    edit(Prompt(name="second"), system_message="Be brief.")
    fields = sent(browser, production, read="on")
    shown = browser.get(publish_address(production))
    assert "marks" not in hidden_fields(shown)
    add_tool("one")
    later = hidden_fields(browser.get(publish_address(production)))

    refused = browser.post(publish_address(production), {**fields, "change": later["change"]})

    assert UNREAD in words_of(refused)
    assert Release.objects.count() == 1


def test_what_is_left_out_warns_of_nothing_and_the_tick_stays(
    browser: Client, production: Environment, weather: ToolGroup
) -> None:
    add_tool("one")
    edit(weather, matcher=ALWAYS)
    fields = sent(browser, production, read="on")

    looked_again = browser.post(publish_address(production), {**fields, "look": ""})
    assert looked_again.context["lint"].is_read
    assert looked_again.context["form"]["comment"].value() == "mine"
    browser.post(
        publish_address(production),
        {**fields, "change": [box for box in fields["change"] if box.endswith(":one")], "read": "on"},
    )
    assert Release.objects.count() == 2


def test_a_promotion_wants_its_warnings_read_too(
    browser: Client, production: Environment, staging: Environment, weather: ToolGroup
) -> None:
    add_tool("one")
    release = publish(staging, by=None)
    address = f"{ADMIN}/environment/{production.pk}/promote/{release.number}/"
    fields = hidden_fields(browser.get(address))
    fields.pop("read")

    assert UNREAD in words_of(browser.post(address, {**fields, "comment": ""}))
    browser.post(address, {**fields, "comment": "", "read": "on"})
    production.refresh_from_db()
    assert production.release == release
