"""Answering: a program's question against the release that is live in its key's environment, from memory alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from toolgroups_admin.engine import (
    Interceptor,
    InterceptorFailed,
    ModelRequest,
    Resolution,
    UnknownName,
    explanation_json,
    in_format,
    notices_json,
    resolve,
    tool_info_encoded,
)
from toolgroups_admin.releases.decision_ids import new_decision_id
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.permitting import Refused, check_names, require_scope
from toolgroups_admin.releases.questions import read_question
from toolgroups_admin.releases.state import LiveKey, LiveRelease, State

from .tokens import token_of

EXECUTE = "execute"

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What was decided, by which release, the model request in the format asked for, and what lets its tools be called."""

    decision_id: str
    release: LiveRelease
    resolution: Resolution
    request: ModelRequest
    tool_token: str | None = None

    def encoded(self) -> bytes:
        """The answer of design §5 as JSON text in UTF-8; the tools' text is that of the compiled release."""
        release = self.release
        return _encode(
            {
                "decision_id": self.decision_id,
                "environment": release.environment,
                "release": {"number": release.number, "digest": release.digest, "switches": release.switches},
                **resolved_members(self.resolution, self.request),
                **({"tool_token": self.tool_token} if self.tool_token else {}),
            }
        )


def resolved_members(resolution: Resolution, request: ModelRequest) -> dict[str, Any]:
    """The members of an answer that say what was resolved, for `msgspec` to encode."""
    return {
        "prompt": resolution.prompt,
        "groups": resolution.groups,
        "tools": msgspec.Raw(request.tools_json),
        "tool_info": msgspec.Raw(tool_info_encoded(request)),
        "messages": resolution.messages,
        "system_prompt": resolution.system_prompt,
        "tool_choice": request.tool_choice,
        "warnings": notices_json((*resolution.warnings, *request.notices)),
        "explanation": resolution.explanation and explanation_json(resolution.explanation),
    }


def answer(key: LiveKey, body: Any, *, state: State, interceptors: Sequence[Interceptor] | None = None) -> Answer:
    """The answer to a decoded request body, for a key that was let in and under what is live now.

    Raises `InvalidContext` for a body of the wrong shape, `Refused` for what the key may not ask or the release does
    not hold, and `InterceptorFailed`. Interceptors are those of the settings, unless they are given.
    """
    question = read_question(body)
    if question.explain:
        require_scope(key, "explain")
    release = live_release(key, state)
    check_names(key, release, question.context)
    if interceptors is None:
        interceptors = configured_interceptors()
    try:
        resolution = resolve(release.catalog, question.context, explain=question.explain, interceptors=interceptors)
    except UnknownName as unknown:  # the question's own names were found, so an interceptor has set this one
        raise InterceptorFailed(", ".join(each.name for each in interceptors), str(unknown)) from unknown
    return _answer(key, release, resolution, in_format(resolution, question.format))


def _answer(key: LiveKey, release: LiveRelease, resolution: Resolution, request: ModelRequest) -> Answer:
    decision = new_decision_id()
    token = None
    if EXECUTE in key.scopes:
        token = token_of(decision=decision, key=key, release=release, prompt=resolution.prompt, request=request)
    return Answer(decision, release, resolution, request, token)


def live_release(key: LiveKey, state: State) -> LiveRelease:
    """What answers in the key's environment; raises `Refused` when nothing does."""
    release = state.releases.get(key.environment)
    if release is None:
        raise Refused("no_release", f"Nothing is live in the environment {key.environment!r} yet: publish to it first.")
    return release
