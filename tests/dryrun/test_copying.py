"""The question as a program asks it: what is copied, asks the same."""

import json
import subprocess
from typing import Any

from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dryrun.asking import HTMX, PAGE, says
from toolgroups_admin.dryrun.copying import Question, as_curl, as_json, as_python, copied, question_of

HOST = "https://tools.example"
CONTEXT = {"prompt": "p", "messages": [{"role": "user", "content": 'it\'s "a" $HOME `b` \\ \nBODY\n🙂'}]}
RUN = "curl() { cat; }\n"


def test_an_environment_is_asked_by_the_resolve_api_and_all_else_by_the_dry_run() -> None:
    live = question_of(CONTEXT, "environment:production", "openai")
    at_a_time = question_of({**CONTEXT, "now": "2026-11-30T09:00:00Z"}, "environment:production", "openai")
    draft = question_of(CONTEXT, "draft", "gemini")

    assert (live.path, live.body["prompt"], live.body["format"]) == ("/api/v1/resolve", "p", "openai")
    assert (at_a_time.path, at_a_time.body["source"]) == ("/api/v1/dry-run", "live")
    assert draft.body == {"source": "draft", "contexts": [CONTEXT], "format": "gemini", "explain": True}


def test_the_tool_context_is_never_shown() -> None:
    question = question_of({**CONTEXT, "tool_context": {"token": "s3cret"}}, "draft", "openai")

    assert question.is_short
    assert "s3cret" not in as_json(question, HOST)


def test_the_shell_sends_the_body_to_the_byte() -> None:
    question = question_of(CONTEXT, "draft", "openai")

    sent = subprocess.run(["bash", "-c", RUN + as_curl(question, HOST)], capture_output=True, check=True, text=True)

    assert json.loads(sent.stdout) == question.body
    assert "$TOOLGROUPS_KEY" in as_curl(question, HOST)


@given(st.dictionaries(st.text(max_size=5), st.none() | st.booleans() | st.integers() | st.text(max_size=60)))
@settings(max_examples=20)
def test_python_holds_the_same_body(members: dict[str, Any]) -> None:
    question = Question("/x", members, is_short=False)
    names: dict[str, Any] = {}

    exec(as_python(question, HOST).partition("import httpx")[2].partition("answer =")[0], names)

    assert names["body"] == members
    compile(as_python(question, HOST), "copied", "exec")


def test_the_page_shows_the_form_that_is_chosen(browser: Client, demo: Any) -> None:
    python, unknown = (
        browser.post(PAGE, says("天气", copied_as=kind), headers=HTMX).context["copied"] for kind in ("python", "x")
    )

    assert python.startswith("import os")
    assert unknown.startswith("curl")
    assert copied(question_of(CONTEXT, "draft", "openai"), HOST, "json").startswith("{")
