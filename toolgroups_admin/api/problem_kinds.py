"""Every problem that the API answers with: stable codes, their status, and when they come."""

from typing import NamedTuple


class ProblemKind(NamedTuple):
    """A code's HTTP status, its title, and when it is the answer."""

    status: int
    title: str
    when: str


PROBLEM_KINDS = {
    "bad_request": ProblemKind(400, "Bad request", "The request cannot be read as HTTP of this server's."),
    "foreign_host": ProblemKind(400, "Foreign host", "The header Host names none of the server's own names."),
    "malformed_json": ProblemKind(
        400, "Malformed JSON", "The body is not JSON in UTF-8; `line` and `column` say where, counted from 1."
    ),
    "key_missing": ProblemKind(401, "Key missing", "There is no header `Authorization: Bearer …`."),
    "key_not_valid": ProblemKind(401, "Key not valid", "The key is unknown, revoked or expired."),
    "scope_missing": ProblemKind(403, "Scope missing", "The key lacks the scope that this needs."),
    "prompt_not_allowed": ProblemKind(403, "Prompt not allowed", "The key is limited to other prompts."),
    "sensitive_tool": ProblemKind(
        403, "Sensitive tool", "A sensitive tool was named, and the key lacks the scope `tools:any`."
    ),
    "foreign_tool": ProblemKind(
        403,
        "Tool of another prompt",
        "A tool was named that is neither the prompt's nor in one of its groups, and the key lacks the scope `tools:any`.",
    ),
    "foreign_group": ProblemKind(
        403,
        "Group of another prompt",
        "A group was named that the prompt has not, and the key lacks the scope `tools:any`.",
    ),
    "forbidden": ProblemKind(403, "Forbidden", "This is not allowed."),
    "unknown_prompt": ProblemKind(404, "Unknown prompt", "The live release has no prompt of this name."),
    "unknown_source": ProblemKind(404, "Unknown source", "A dry run named a release that there is not."),
    "tool_token_not_valid": ProblemKind(
        403, "Tool token not valid", "The tool token is not this server's, or of another key or environment."
    ),
    "tool_token_expired": ProblemKind(403, "Tool token expired", "The tool token is too old: resolve again."),
    "tool_switched_off": ProblemKind(
        403, "Tool switched off", "A tool that is called was switched off since its token was made; nothing was called."
    ),
    "approval_not_valid": ProblemKind(
        403,
        "Approval not valid",
        "An approval is of another decision, call or arguments, too old, or spent; nothing was called.",
    ),
    "not_found": ProblemKind(404, "Not found", "There is nothing at this address."),
    "method_not_allowed": ProblemKind(
        405, "Method not allowed", "The address takes other methods; the header Allow names them."
    ),
    "not_acceptable": ProblemKind(406, "Not acceptable", "The address has no answer of a type that Accept names."),
    "does_not_compile": ProblemKind(
        409, "Does not compile", "A dry run asked the draft, or a release, that does not compile; `faults` says why."
    ),
    "body_too_large": ProblemKind(413, "Body too large", "The body is larger than the server takes."),
    "wrong_process": ProblemKind(
        421, "Wrong process", "Tools are called by another process, which listens at ASGI_PORT."
    ),
    "unsupported_media_type": ProblemKind(
        415, "Unsupported media type", "The body is not declared as `application/json`, or it is compressed."
    ),
    "invalid_request": ProblemKind(
        422, "Invalid request", "The body is JSON of the wrong shape; `faults` names every member that is wrong."
    ),
    "unknown_tool": ProblemKind(422, "Unknown tool", "A tool was named that the live release has not."),
    "unknown_group": ProblemKind(422, "Unknown group", "A group was named that the live release has not."),
    "internal_error": ProblemKind(
        500, "Internal error", "The server failed; its log has the details under X-Request-ID."
    ),
    "interceptor_failed": ProblemKind(
        500, "Interceptor failed", "An interceptor of this installation failed, so the request was not answered."
    ),
    "tool_calls_failed": ProblemKind(
        502, "Tool calls failed", "A tool failed, and errors were to be raised; `result` has all that finished."
    ),
    "connections_away": ProblemKind(
        503, "Connections away", "The connections of the environment cannot be read now, so nothing was called."
    ),
    "no_release": ProblemKind(503, "No release", "Nothing is published to the key's environment."),
}
