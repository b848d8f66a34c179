"""What a context is tried against: the draft as it is now, a release as it was, an environment as it answers."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.dryrun.asking import PAGE, asked, hits, says
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.models import Fragment, Kind, Prompt, Tool, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.dryrun import sources
from toolgroups_admin.engine import fragment_of
from toolgroups_admin.releases import live
from toolgroups_admin.releases.candidates import Candidate, Entry
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

X = fragment_of("group", {"name": "x"})
SNOW = {"kind": "prompt_contains", "keywords": ["雪"]}


def edit_weather(matcher: Any) -> ToolGroup:
    weather = ToolGroup.objects.get(name="weather")
    weather.matcher = matcher
    save_with_history(weather, by=None)
    return weather


@pytest.fixture
def published(demo: Any) -> int:
    """The demo is live in production; then the rule of the weather is edited in the draft."""
    release = publish(Environment.objects.get(name="production"), by=None, comment="first")
    live.refresh()
    edit_weather(SNOW)
    return release.number


def test_the_draft_is_what_is_edited_and_a_release_what_was_published(browser: Client, published: int) -> None:
    draft = asked(browser, says("天气"))
    release = asked(browser, says("天气", source=f"release:{published}"))
    production = asked(browser, says("天气", source="environment:production"))

    assert hits(draft) == ["basic"]
    assert hits(release) == hits(production) == ["weather", "basic"]


def test_an_edit_shows_at_once(browser: Client, published: int) -> None:
    before = hits(asked(browser, says("晴")))
    edit_weather({"kind": "always"})

    assert before == ["basic"]
    assert hits(asked(browser, says("晴"))) == ["weather", "basic"]


def test_the_sources_are_the_draft_environments_and_releases(browser: Client, published: int) -> None:
    choices = dict(browser.get(PAGE).context["page"].sources)

    assert [value for value, _label in choices[""]] == ["draft"]
    assert [value for value, _label in choices["Environments"]] == ["environment:production"]
    assert choices["Releases"] == [(f"release:{published}", f"Release {published} · first")]


def test_a_source_that_is_not_listed_stays_chosen(browser: Client, demo: Any) -> None:
    page = browser.post(PAGE, says("x", source="release:7")).content.decode()

    assert re.search(r'<option value="release:7"\s+selected', page)


def test_the_draft_is_compiled_once_while_it_stays_as_it_is(browser: Client, demo: Any) -> None:
    first = sources.compiled("draft")

    with CaptureQueriesContext(connection) as queries:
        second = sources.compiled("draft")

    assert second.catalog is first.catalog
    assert len(queries) == 1


def test_after_an_edit_only_what_changed_is_read(browser: Client, demo: Any) -> None:
    before = sources.compiled("draft").document
    weather = edit_weather(SNOW)

    with CaptureQueriesContext(connection) as queries:
        after = sources.compiled("draft").document

    new = [group for group in after["groups"] if all(group is not known for known in before["groups"])]
    assert [group["name"] for group in new] == ["weather"]
    assert [str(weather.fragment_id) in query["sql"] for query in queries] == [False, True]
    assert after == draft_document()


def test_only_the_documents_used_last_are_kept_compiled(demo: Any) -> None:
    first = sources.compiled("draft")
    for number in range(sources.KEPT_COMPILED):
        edit_weather({"kind": "prompt_contains", "keywords": [str(number)]})
        sources.compiled("draft")
    edit_weather(next(group["matcher"] for group in demo["groups"] if group["name"] == "weather"))

    again = sources.compiled("draft")

    assert again.catalog.digest == first.catalog.digest
    assert again.catalog is not first.catalog


def test_a_draft_that_does_not_compile_shows_its_faults_with_links_to_the_objects(
    browser: Client, demo: Any, language: str
) -> None:
    weather = edit_weather({"kind": "rule", "name": "gone"})

    page = browser.get(PAGE, headers={"accept-language": language})

    [fault] = page.context["page"].document_faults
    assert (fault.identity, fault.address) == ("weather", f"/admin/catalog/toolgroup/{weather.pk}/change/")
    assert fault.address in page.content.decode()
    assert "gone" in fault.words


def test_links_lead_only_to_what_one_may_see(client: Client, demo: Any) -> None:
    tester = User.objects.create(username="tess", is_staff=True)
    tester.user_permissions.add(Permission.objects.get(codename="run", content_type__app_label="dryrun"))
    client.force_login(tester)

    answer = asked(client, says("天气")).answer

    assert answer is not None
    assert all(group.address is None for group in answer.groups)
    assert all(tool.address is None for tool in answer.tools)


def test_up_to_50_prompts_are_a_list_and_more_are_searched(browser: Client, demo: Any) -> None:
    few = browser.get(PAGE).content.decode()
    for number in range(50):
        save_with_history(Prompt(name=f"prompt-{number}", title="夜班" if number == 33 else ""), by=None)

    many = browser.get(PAGE).content.decode()
    found = browser.get(f"{PAGE}prompts/?source=draft&prompt=PROMPT-4").content.decode()
    by_title = browser.get(f"{PAGE}prompts/?source=draft&prompt=夜").content.decode()

    assert '<select id="dry-prompt"' in few
    assert '<select id="dry-prompt"' not in many
    assert "prompt-17" not in many
    assert found.count("<option") == 11
    assert by_title.count("<option") == 1


def test_suggestions_of_a_source_that_cannot_be_read_are_none(browser: Client, demo: Any) -> None:
    answer = browser.get(f"{PAGE}prompts/?source=release:99&prompt=x")

    assert (answer.status_code, answer.content.strip()) == (200, b"")


def test_a_replaced_tool_and_a_withheld_one_say_so(browser: Client, demo: Any) -> None:
    twin = Tool(key="weather_twin", name="get_weather", allow={"kind": "condition", "field": "bot_id", "op": "exists"})
    save_with_history(twin, by=None)

    allowed = asked(browser, says("天气", further='{"tools": ["weather_twin"], "bot_id": "b"}')).answer
    missed = asked(browser, says("x", further='{"tools": ["weather_twin"]}')).answer

    assert allowed is not None
    assert missed is not None
    [weather] = [tool for tool in allowed.tools if tool.name == "get_weather"]
    assert [(key, origin.words) for key, origin in weather.replaced] == [("weather_twin", "the request")]
    assert allowed.replaced == 1
    assert [(tool.key, tool.why) for tool in missed.withheld] == [
        ("weather_twin", "Its own rule (“allow”) is not true here.")
    ]


def test_a_group_and_a_prompt_of_one_text_are_not_taken_for_each_other(db: Any) -> None:
    group, prompt = Entry(Kind.GROUP, "x", X.digest), Entry(Kind.PROMPT, "x", X.digest)
    Fragment.objects.create(digest=X.digest, text=X.text)
    tried = [sources.compiled_candidate(Candidate((entry,))).catalog for entry in (group, prompt, group)]

    assert [(list(it.groups), list(it.prompts)) for it in tried] == [(["x"], []), ([], ["x"]), (["x"], [])]
