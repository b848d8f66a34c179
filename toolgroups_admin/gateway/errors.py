"""Errors in OpenAI's shape: one object `error` with message, type, param and code."""

import json
from collections.abc import Mapping
from typing import Any, Final

from toolgroups_admin.engine import InterceptorFailed, InvalidContext, MalformedJSON
from toolgroups_admin.releases.permitting import Refused

_STATUSES: Final = {
    "key_missing": 401,
    "key_not_valid": 401,
    "scope_missing": 403,
    "prompt_not_allowed": 403,
    "sensitive_tool": 403,
    "foreign_tool": 403,
    "foreign_group": 403,
    "approval_not_valid": 403,
    "unknown_prompt": 404,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "no_release": 503,
    "connections_away": 503,
}
_CODES: Final = {"key_missing": "invalid_api_key", "key_not_valid": "invalid_api_key"}  # as OpenAI says it
# A client that tried again would have tools called a second time.
NOT_AGAIN: Final = {"x-should-retry": "false"}


class ChatRefused(Exception):
    """A chat that is not answered, as the caller is told; `body` is an upstream answer that is passed on as it came.

    `more` are members beside the error.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        self.status = status
        self.headers = dict(headers or {})
        error = {"message": message, "type": _type(status), "param": param, "code": code}
        self._told = {"error": error, **(more or {})}
        self._body = body
        super().__init__(message)

    def encoded(self) -> bytes:
        """The body of the HTTP answer."""
        return self._body if self._body is not None else json.dumps(self._told).encode()

    def event(self) -> dict[str, Any]:
        """The same within a stream: an object with a member `error`."""
        try:
            found = json.loads(self.encoded())
        except ValueError:
            return self._told
        return found if isinstance(found, dict) and "error" in found else self._told


def refusal_of(error: Exception) -> ChatRefused:
    """What an error is for the caller; one that nobody foresaw says nothing of itself."""
    match error:
        case ChatRefused():
            return error
        case Refused():
            param = error.faults[0].path.removeprefix("$.") if error.faults else None
            status, code = _STATUSES.get(error.code, 400), _CODES.get(error.code, error.code)
            return ChatRefused(status, code, error.detail, param=param, headers=error.headers)
        case InvalidContext(faults=faults):
            first = faults[0]
            words = f"{first.path}: {first.message}. {first.remedy}"
            return ChatRefused(400, first.code, words, param=first.path.removeprefix("$."))
        case MalformedJSON():
            return ChatRefused(400, "malformed_json", f"The body is not JSON: {error} (line {error.line}).")
        case InterceptorFailed():
            return ChatRefused(500, "interceptor_failed", f"The interceptor {error.name!r} failed.", headers=NOT_AGAIN)
        case _:
            return ChatRefused(
                500, "internal_error", "The server failed to answer; its log says why.", headers=NOT_AGAIN
            )


def _type(status: int) -> str:
    known = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
    return known.get(status) or ("server_error" if status >= 500 else "invalid_request_error")
