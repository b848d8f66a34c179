"""The question of a dry run as a program asks it: in the shell, in Python, or as the body alone, with a placeholder for the key."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pprint import pformat
from typing import Any

from .keeping import NEVER_KEPT
from .sources import ENVIRONMENT

RESOLVE, DRY_RUN = "/api/v1/resolve", "/api/v1/dry-run"
KEY = "TOOLGROUPS_KEY"
END_OF_BODY = "BODY"  # no line of JSON can be this word alone

CURL = """curl --fail-with-body -X POST '{address}' \\
  -H "Authorization: Bearer ${key}" \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<'{end}'
{body}
{end}
"""
PYTHON = """import os

import httpx

body = {body}

answer = httpx.post(
    {address!r},
    headers={{"Authorization": f"Bearer {{os.environ['{key}']}}"}},
    json=body,
    timeout=10.0,
)
answer.raise_for_status()
print(answer.json())
"""


@dataclass(frozen=True, slots=True)
class Question:
    """Where it is asked, and its body; `is_short` where the tool context is left out, which is never shown."""

    path: str
    body: Mapping[str, Any]
    is_short: bool


def question_of(context: Mapping[str, Any], source: str, format: str) -> Question:
    """An environment is asked by the resolve API, by a key of its own; everything else is a dry run."""
    kept = {name: value for name, value in context.items() if name not in NEVER_KEPT}
    is_short = len(kept) < len(context)
    asked = {"format": format, "explain": True}
    is_live = source.startswith(f"{ENVIRONMENT}:")
    if is_live and kept.get("now") is None:
        return Question(RESOLVE, {**{n: v for n, v in kept.items() if n != "now"}, **asked}, is_short)
    body = {"source": "live" if is_live else source, "contexts": [kept], **asked}
    return Question(DRY_RUN, body, is_short)


def as_curl(question: Question, host: str) -> str:
    """For a shell, with the body on standard input, which may be of any length."""
    return CURL.format(address=host + question.path, key=KEY, end=END_OF_BODY, body=as_json(question, host))


def as_python(question: Question, host: str) -> str:
    """For Python, with httpx."""
    body = pformat(question.body, sort_dicts=False, width=100)
    return PYTHON.format(address=host + question.path, key=KEY, body=body)


def as_json(question: Question, host: str) -> str:
    """The body alone."""
    return json.dumps(question.body, ensure_ascii=False, indent=2)


COPIES: Mapping[str, tuple[str, Callable[[Question, str], str]]] = {
    "curl": ("curl", as_curl),
    "python": ("Python (httpx)", as_python),
    "json": ("JSON", as_json),
}


def copied(question: Question, host: str, kind: str) -> str:
    """The question in one of the forms; an unknown one is read as the first."""
    return COPIES.get(kind, COPIES["curl"])[1](question, host)
