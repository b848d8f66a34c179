"""The dry-run endpoint: several chats, any source, every reason, within what the key may ask."""

from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django.fixtures import Settings

from tests.api.conftest import Opened
from tests.api.doors import Answered, Json, asks, front, key, post, state_of
from tests.engine.building import contains, document, group, tool
from toolgroups_admin.api.dry_running import PATH
from toolgroups_admin.api.examples import TRIED
from toolgroups_admin.api.front import WSGIApplication
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.dryrun import sources
from toolgroups_admin.releases.live import State
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

SNOW = document(group("weather", tool("get_weather"), matcher=contains("snow")))


@pytest.fixture
def previewing(state: State) -> State:
    """The same state with a key that may see drafts, and one that may for another prompt only."""
    more = state_of(
        SNOW,
        previewer=key("explain", "preview"),
        limited_previewer=key("explain", "preview", prompts=frozenset({"other"})),
        lonely=key("explain", environment="staging"),
    )
    return State(releases=state.releases, keys={**state.keys, **more.keys}, source="database")


@pytest.fixture
def door(opened_view: Opened, previewing: State) -> WSGIApplication:
    sources.forget()
    return opened_view(previewing)


@pytest.fixture
def snow_draft(db: Any) -> None:
    apply_import(plan_import(SNOW), by=None)


def tries(door: WSGIApplication, *contexts: Any, token: str = "explainer", **members: Any) -> Answered:
    return post(door, {"contexts": list(contexts), **members}, token=token, PATH_INFO=PATH)


def groups(answered: Answered) -> list[Any]:
    assert answered.status == 200, answered.json
    return [answer.get("groups") or answer.get("problem", {}).get("code") for answer in answered.json["answers"]]


def holds(name: str, value: Any) -> None:
    schema: Json = Client().get("/api/v1/schema/?format=json").json()
    Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schema["components"]}).validate(value)


def test_several_chats_are_tried_and_explained(door: WSGIApplication) -> None:
    answered = tries(door, asks(text="rain"), asks(text="sun"))

    first, second = answered.json["answers"]
    assert (first["groups"], second["groups"]) == (["weather"], [])
    assert [each["verdict"] for each in second["explanation"]["groups"]] == ["miss", "miss"]
    assert answered.json["release"]["number"] == 1
    assert answered.json["source"] == "live"
    holds("DryRunAnswer", answered.json)


def test_an_answer_is_that_of_resolving(door: WSGIApplication, state: State) -> None:
    body = asks(text="rain", tools=[{"name": "get_weather"}])
    resolved = post(front(state), {**body, "explain": True, "format": "gemini"}, token="explainer").json

    [tried] = tries(door, body, format="gemini").json["answers"]

    assert tried == {name: value for name, value in resolved.items() if name in tried}
    assert resolved.keys() - tried.keys() == {"decision_id", "environment", "release"}


def test_reasons_can_be_left_out(door: WSGIApplication) -> None:
    assert tries(door, asks(), explain=False).json["answers"][0]["explanation"] is None


def test_a_chat_that_cannot_be_tried_leaves_the_others_alone(door: WSGIApplication) -> None:
    answered = tries(
        door,
        asks("gone"),
        {"prompt": "p", "streaming": "x"},
        asks(tools=["stray"]),
        asks(groups=["?"]),
        asks(text="rain"),
    )

    assert groups(answered) == ["unknown_prompt", "invalid_request", "foreign_tool", "unknown_group", ["weather"]]
    assert answered.json["answers"][1]["problem"]["faults"][0]["path"] == "$.streaming"
    holds("DryRunAnswer", answered.json)


def test_the_time_can_be_set(opened_view: Opened) -> None:
    matcher = {"kind": "schedule", "until": "2020-01-01T00:00:00Z"}
    door = opened_view(state_of(document(group("old", matcher=matcher)), explainer=key("explain")))

    assert groups(tries(door, asks(now="2019-06-01T00:00:00Z"), asks())) == [["old"], None]


def test_the_draft_is_tried(door: WSGIApplication, snow_draft: None) -> None:
    answered = tries(door, asks(text="snow"), asks("gone"), token="previewer", source="draft")

    assert groups(answered) == [["weather"], "unknown_prompt"]
    assert answered.json["release"] is None
    holds("DryRunAnswer", answered.json)


def test_any_release_is_tried(door: WSGIApplication, snow_draft: None) -> None:
    release = publish(Environment.objects.get(name="staging"), by=None)

    answered = tries(door, asks(text="snow"), token="previewer", source=f"release:{release.number}")

    assert groups(answered) == [["weather"]]
    assert answered.json["release"]["digest"] == release.digest


def test_a_limited_key_sees_its_own_prompts_of_the_draft_only(door: WSGIApplication, snow_draft: None) -> None:
    answered = tries(door, asks("p"), asks("other"), asks("gone"), token="limited_previewer", source="draft")

    assert groups(answered) == ["prompt_not_allowed", "unknown_prompt", "prompt_not_allowed"]


def test_a_draft_that_does_not_compile_says_why(door: WSGIApplication, snow_draft: None) -> None:
    broken = ToolGroup.objects.get(name="weather")
    broken.matcher = {"kind": "python", "name": "gone"}
    save_with_history(broken, by=None)

    answered = tries(door, asks(), token="previewer", source="draft")

    assert (answered.status, answered.code) == (409, "does_not_compile")
    assert answered.json["faults"]
    holds("ProblemDocument", answered.json)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "source", "status", "code"),
    [
        ("resolver", "live", 403, "scope_missing"),
        ("explainer", "draft", 403, "scope_missing"),
        ("explainer", "release:1", 403, "scope_missing"),
        ("explainer", "anything", 403, "scope_missing"),
        ("previewer", "release:99", 404, "unknown_source"),
        ("previewer", f"release:{'9' * 5000}", 404, "unknown_source"),
        ("previewer", "environment:staging", 404, "unknown_source"),
        ("nobody", "live", 401, "key_not_valid"),
        ("lonely", "live", 503, "no_release"),
    ],
)
def test_what_a_key_may_not_ask(door: WSGIApplication, token: str, source: str, status: int, code: str) -> None:
    answered = tries(door, asks(), token=token, source=source)

    assert (answered.status, answered.code) == (status, code)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ([], "$"),
        ({}, "$.contexts"),
        ({"contexts": []}, "$.contexts"),
        ({"contexts": [{}] * 3}, "$.contexts"),
        ({"contexts": [{}], "source": 5}, "$.source"),
        ({"contexts": [{}], "format": "claude"}, "$.format"),
        ({"contexts": [{}], "explain": 1}, "$.explain"),
        ({"contexts": [{}], "prompt": "p"}, "$.prompt"),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused(door: WSGIApplication, body: Any, path: str, settings: Settings) -> None:
    settings.DRYRUN_MAX_CONTEXTS = 2

    answered = post(door, body, token="explainer", PATH_INFO=PATH)

    assert (answered.status, answered.code) == (422, "invalid_request")
    assert [fault["path"] for fault in answered.json["faults"]] == [path]


def test_other_methods_and_broken_bodies_are_refused_as_everywhere(door: WSGIApplication) -> None:
    assert post(door, method="GET", PATH_INFO=PATH).code == "method_not_allowed"
    assert post(door, b"{", token="explainer", PATH_INFO=PATH).code == "malformed_json"
    assert post(door, {}, token="explainer", PATH_INFO=PATH, CONTENT_TYPE="text/plain").status == 415


def test_the_example_of_the_schema_is_taken(door: WSGIApplication, snow_draft: None) -> None:
    holds("DryRunRequest", TRIED)

    assert groups(tries(door, *TRIED["contexts"], token="previewer", source=TRIED["source"])) == ["unknown_prompt"]


@pytest.mark.django_db
def test_a_release_that_there_is_not_is_named_as_it_was_asked_for(door: WSGIApplication) -> None:
    answered = tries(door, asks(), token="previewer", source="release:99")

    assert "'release:99'" in answered.json["detail"]
