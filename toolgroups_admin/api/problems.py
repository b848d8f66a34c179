"""Problem documents (RFC 9457): the one shape of every error of the API."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from toolgroups_admin.dryrun.sources import DoesNotCompile, UnknownSource
from toolgroups_admin.engine import Fault, InterceptorFailed, InvalidContext, MalformedJSON
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.traffic.calling import CallsFailed

from .problem_kinds import PROBLEM_KINDS

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:toolgroups-admin:problem:"
SHOWN_FAULTS = 1000
SHOWN_CHARACTERS = 120

_encode = msgspec.json.Encoder().encode


class Problem(Exception):
    """An error of the API: its code, what is the matter here, where in the body or what came of it, and its headers."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        faults: Sequence[Fault] = (),
        place: Mapping[str, Any] | None = None,
        headers: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.code = code
        self.kind = PROBLEM_KINDS[code]
        self.detail = detail
        self.faults = faults
        self.place = place or {}
        self.headers = tuple(headers)
        super().__init__(detail)

    def encoded(self) -> bytes:
        """The problem document as JSON text in UTF-8."""
        return _encode(self.document())

    def document(self) -> dict[str, Any]:
        """The problem document."""
        return {
            "type": TYPE_PREFIX + self.code,
            "title": self.kind.title,
            "status": self.kind.status,
            "code": self.code,
            "detail": self.detail,
            **self.place,
            "faults": [_fault_json(fault) for fault in self.faults[:SHOWN_FAULTS]],
        }


def problem_of(error: Exception) -> Problem:
    """What an error is for the caller; one that nobody foresaw is `internal_error`, and its text stays here."""
    match error:
        case Problem():
            return error
        case DoesNotCompile():
            return Problem("does_not_compile", "The source does not compile, so nothing answers.", faults=error.faults)
        case UnknownSource():
            return Problem("unknown_source", f"There is no source {str(error)!r}, or nothing is published there.")
        case Refused():
            return Problem(error.code, error.detail, faults=error.faults, headers=[*error.headers.items()])
        case InvalidContext(faults=faults):
            return Problem("invalid_request", _summary(faults), faults=faults)
        case MalformedJSON():
            place = {"line": error.line, "column": error.column}
            return Problem("malformed_json", f"The body is not JSON: {error}.", place=place)
        case CallsFailed():
            return Problem("tool_calls_failed", f"{error}.", place={"result": error.answer.document()})
        case InterceptorFailed():
            return Problem("interceptor_failed", f"The interceptor {error.name!r} failed.")
        case _:
            return Problem("internal_error", "The server failed to answer; its log says why.")


def _summary(faults: Sequence[Fault]) -> str:
    first = f"{faults[0].path}: {faults[0].message}."
    return first if len(faults) == 1 else f"{first} There are {len(faults)} faults in all."


def _fault_json(fault: Fault) -> dict[str, Any]:
    return {
        "path": fault.path,
        "code": fault.code,
        "value": _shown(fault.value),
        "message": fault.message,
        "remedy": fault.remedy,
    }


def _shown(value: Any) -> Any:
    """A short value as it came; of a long one the beginning of its JSON text."""
    text = value if isinstance(value, str) else _encode(value).decode()
    return value if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}… ({len(text)} characters)"
