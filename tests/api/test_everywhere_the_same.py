"""The page, the resolve API, the dry-run API, the command line and a batch say the same, with interceptors on."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from pytest_django.fixtures import Settings

from tests.api.doors import Json, front, key, post, state_of
from tests.catalog.command_line import ENVIRONMENT, jsonl, manage
from tests.dryrun.asking import posted
from tests.engine.building import contains, document, group, tool
from tests.engine.strategies import contexts, documents
from toolgroups_admin.accounts.models import User
from toolgroups_admin.api.dry_running import PATH, respond
from toolgroups_admin.api.replies import Reply
from toolgroups_admin.catalog.resolving_lines import Resolving, answer_lines
from toolgroups_admin.dryrun.batches.columns import WHOLE, Mapping
from toolgroups_admin.dryrun.batches.judging import Judge
from toolgroups_admin.dryrun.filling import in_json, typed_of
from toolgroups_admin.dryrun.pages import trial_of
from toolgroups_admin.dryrun.shown_answers import shown_answer
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.dryrun.typed import Typed, typed_in
from toolgroups_admin.engine import ChatContext, Resolution
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.live import State

NOBODY = User(is_active=False)
ODD = "a, \"b\"\n'c'\t天气;=1,@x\r\n🙂 \u2028 &amp; <b> \\n %0A ﻿"


def plans(context: ChatContext, proceed: Any) -> Resolution:
    """Whoever has an account has a plan."""
    plan = {"plan": "a"} if context.account_id else {}
    resolution: Resolution = proceed(context.with_(attributes={**context.attributes, **plan}))
    return resolution


def forbids(context: ChatContext, proceed: Any) -> Resolution:
    """Takes a tool out, and says so."""
    resolution: Resolution = proceed(context)
    return resolution.without_tools("tool-group-0").with_warning("forbidden", "not today")


@pytest.fixture(autouse=True)
def interceptors(settings: Settings) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [f"{__name__}.plans", f"{__name__}.forbids"]


def on_the_page(written: Json, state: State, fields: QueryDict) -> Json:
    typed = typed_in(fields)
    answer = shown_answer(trial_of(typed, Compiled(written, state.releases["production"].catalog)), typed, NOBODY)
    request = json.loads(answer.request.text)
    return {
        "hits": [each.name for each in answer.groups if each.verdict == "hit"],
        "verdicts": {each.name: each.verdict for each in answer.groups},
        "tools": [(each.name, each.key) for each in answer.tools],
        "sent": request.get("tools", []),
        "messages": request["messages"],
        "system prompt": "".join(part.text + part.between for part in answer.prompt_parts),
    }


def by_the_api(answer: Json) -> Json:
    return {
        "hits": answer["groups"],
        "verdicts": {each["name"]: each["verdict"] for each in answer["explanation"]["groups"]},
        "tools": [(each["name"], each["key"]) for each in answer["tool_info"]],
        "sent": answer["tools"],
        "messages": answer["messages"],
        "system prompt": answer["system_prompt"] or "",
    }


def on_the_command_line(answer: Json) -> Json:
    return {
        "hits": answer["hits"],
        "verdicts": {each["name"]: each["verdict"] for each in answer["explanation"]["groups"]},
        "tools": [(each["name"], each["key"]) for each in answer["tools"]],
        "sent": answer["request"].get("tools", []),
        "messages": answer["messages"],
        "system prompt": answer["system_prompt"] or "",
    }


def in_a_batch(state: State, context: Json) -> Json:
    """Of what the others say, a batch shows the hits."""
    judge = Judge(Mapping(["context"], [WHOLE]), [state.releases["production"].catalog])
    judged = judge.judged([(1, [json.dumps(context)])])
    [[_line, hits, _second, _differs, faults]] = judged.rows
    assert faults == []
    return {"hits": [judged.names[place] for place in hits]}


def everywhere(written: Json, context: Json) -> dict[str, Json]:
    """What each says about a context."""
    state = state_of(written, explainer=key("resolve", "explain"))
    asked = {**context, "explain": True}
    resolved = post(front(state), asked, token="explainer").json
    tried = post(_dry_run(state), {"contexts": [context]}, token="explainer", PATH_INFO=PATH).json["answers"][0]
    catalog = state.releases["production"].catalog
    command = Resolving(catalog=catalog, explain=True, interceptors=configured_interceptors())
    [line] = answer_lines([json.dumps(context).encode()], command)
    form = typed_of(context, Typed())
    return {
        "form": on_the_page(written, state, posted(form)),
        "JSON": on_the_page(written, state, posted(in_json(form))),
        "resolve": by_the_api(resolved),
        "dry run": by_the_api(tried),
        "command": on_the_command_line(json.loads(line)),
        "batch": in_a_batch(state, context),
    }


def _dry_run(state: State) -> Any:
    def application(environ: Json, start_response: Any) -> list[bytes]:
        reply: Reply = respond(environ, current=lambda: state)
        start_response(f"{reply.status} -", reply.headers)
        return [reply.body]

    return application


def assert_the_same(said: dict[str, Json]) -> None:
    for place, answer in said.items():
        assert answer == {name: said["resolve"][name] for name in answer}, place


@given(documents(), contexts())
@examples(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_document_and_the_context(written: Json, context: Json) -> None:
    assert_the_same(everywhere(written, context))


@pytest.mark.parametrize("text", [ODD, ODD * 8_000], ids=["odd", "200 KB"])
def test_a_message_of_every_odd_character(text: str) -> None:
    weather = group("weather", tool("get_weather"), matcher=contains("天气;=1,@x"))
    written = document(weather, group("tail", matcher={"kind": "prompt_matches", "pattern": "%0A"}))
    context = {"prompt": "p", "messages": [{"role": "user", "content": text}], "attributes": {"note": ODD}}

    said = everywhere(written, context)

    assert_the_same(said)
    assert said["form"]["hits"] == ["weather", "tail"]
    assert said["form"]["messages"][-1]["content"] == text


def test_the_command_runs_the_interceptors_of_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setitem(ENVIRONMENT, "TOOLGROUPS_INTERCEPTORS", f"{__name__}.forbids")
    file = tmp_path / "document.json"
    file.write_text(json.dumps(document(own_tools=[tool("tool-group-0"), tool("other")])))

    done = manage("resolve", "--document", file, given=jsonl({"prompt": "p"}))

    answer = json.loads(done.stdout)
    assert [each["name"] for each in answer["tools"]] == ["other"]
    assert answer["warnings"][0]["code"] == "forbidden"
