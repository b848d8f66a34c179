"""How the API's schema describes its endpoints."""

from collections import defaultdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from .examples import ANSWERED, ASKED, MALFORMED, REFUSED, TRIED
from .problem_kinds import PROBLEM_KINDS
from .problems import MEDIA_TYPE
from .shapes import (
    DryRunAnswer,
    DryRunRequest,
    ProblemDocument,
    ResolveAnswer,
    ResolveRequest,
    ToolCallsAnswer,
    ToolCallsRequest,
)

DRY_RUN_ONLY = ("unknown_source", "does_not_compile")
TOOL_CALLS_ONLY = (
    *("tool_token_not_valid", "tool_token_expired", "tool_switched_off", "approval_not_valid"),
    *("wrong_process", "tool_calls_failed", "connections_away"),
)
RESOLVE_ONLY = (
    *("sensitive_tool", "foreign_tool", "foreign_group", "unknown_prompt", "unknown_tool", "unknown_group"),
    "interceptor_failed",
)
_REQUEST_ID = {"type": "string", "maxLength": 128}


def _problem_responses(*left_out: str) -> dict[Any, OpenApiResponse]:
    codes: dict[int, list[str]] = defaultdict(list)
    for code, kind in PROBLEM_KINDS.items():
        if code not in left_out:
            codes[kind.status].append(f"- `{code}`: {kind.when}")
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemDocument, description="\n".join(lines))
        for status, lines in codes.items()
        if status != 406
    }


_PARAMETERS = [
    OpenApiParameter(
        "X-Request-ID", _REQUEST_ID, OpenApiParameter.HEADER, description="Comes back, and stands in the log."
    ),
]

RESOLVE: dict[str, Any] = {
    "operation_id": "resolve",
    "summary": "Resolve a chat context",
    "description": "Judges the groups of a prompt for this chat, by the release that is live in the key's environment, "
    "and answers with the model request: tools, messages, system prompt. Needs a key with the scope `resolve`. "
    "Every answer has the header `X-Request-ID`: the caller's, or a new one.",
    "tags": ["resolve"],
    "auth": [{"key": []}],
    "parameters": _PARAMETERS,
    "request": {"application/json": ResolveRequest},
    "responses": {
        (200, "application/json"): OpenApiResponse(ResolveAnswer, description="The resolved request."),
        **_problem_responses(*DRY_RUN_ONLY, *TOOL_CALLS_ONLY),
    },
    "examples": [
        OpenApiExample("Order status", value=ASKED, request_only=True),
        OpenApiExample("Order status", value=ANSWERED, response_only=True, status_codes=["200"]),
        OpenApiExample(
            "A comma is missing", value=MALFORMED, response_only=True, status_codes=["400"], media_type=MEDIA_TYPE
        ),
        OpenApiExample(
            "Two members are wrong", value=REFUSED, response_only=True, status_codes=["422"], media_type=MEDIA_TYPE
        ),
    ],
}

DRY_RUN: dict[str, Any] = {
    "operation_id": "dry_run",
    "summary": "Try chat contexts",
    "description": "Tries several chats against the release that is live in the key's environment, another release or the "
    "draft, and says why each group hit or missed. Nothing is recorded. Needs a key with the scope `explain`, and "
    "`preview` for anything but what is live. A chat that cannot be tried has its problem document in its place.",
    "tags": ["dry-run"],
    "auth": [{"key": []}],
    "parameters": _PARAMETERS,
    "request": {"application/json": DryRunRequest},
    "responses": {
        (200, "application/json"): OpenApiResponse(DryRunAnswer, description="What each chat came to."),
        **_problem_responses(*TOOL_CALLS_ONLY),
    },
    "examples": [OpenApiExample("One chat against the draft", value=TRIED, request_only=True)],
}

TOOL_CALLS: dict[str, Any] = {
    "operation_id": "tool_calls",
    "summary": "Have tools called",
    "description": "Executes the calls of a model's message: of the tools of a resolve answer, and of no others. Answers one "
    "result for each call, in call order, and the messages for the model. Served by the process at `ASGI_PORT`. Needs a key "
    "with the scope `execute`.",
    "tags": ["tool-calls"],
    "auth": [{"key": []}],
    "parameters": _PARAMETERS,
    "request": {"application/json": ToolCallsRequest},
    "responses": {
        (200, "application/json"): OpenApiResponse(ToolCallsAnswer, description="What the calls came to."),
        **_problem_responses(*DRY_RUN_ONLY, *RESOLVE_ONLY),
    },
}
