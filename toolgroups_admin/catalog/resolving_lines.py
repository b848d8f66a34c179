"""Resolving chat contexts line by line: one JSON answer for each line of JSON, in order, in constant memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import msgspec

from toolgroups_admin.engine import (
    Catalog,
    ChatContext,
    EngineError,
    Fault,
    Interceptor,
    InterceptorFailed,
    InvalidContext,
    MalformedJSON,
    ModelRequest,
    Resolution,
    UnknownGroup,
    UnknownPrompt,
    UnknownTool,
    decode_json,
    explanation_json,
    in_format,
    notices_json,
    parse_context,
    resolve,
)

LINE_BYTES = 64 * 2**20  # far above what the resolve API takes, and still a bound on memory

_CODES: dict[type[EngineError], str] = {
    MalformedJSON: "malformed_json",
    InvalidContext: "invalid_context",
    UnknownPrompt: "unknown_prompt",
    UnknownTool: "unknown_tool",
    UnknownGroup: "unknown_group",
    InterceptorFailed: "interceptor_failed",
}

_encode = msgspec.json.Encoder().encode


class LineTooLong(Exception):
    """A line beyond the bound, whose text was thrown away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolving:
    """What every line is resolved with."""

    catalog: Catalog
    format: str = "openai"
    explain: bool = False
    interceptors: Sequence[Interceptor] = ()

    def answer(self, context: ChatContext) -> dict[str, Any]:
        """The answer to one context, as JSON; raises EngineError."""
        resolution = resolve(self.catalog, context, explain=self.explain, interceptors=self.interceptors)
        return answer_json(resolution, in_format(resolution, self.format))


def answer_lines(lines: Iterable[bytes | LineTooLong], resolving: Resolving) -> Iterator[bytes]:
    """One line of JSON for each line that is not blank; a line that cannot be answered gives its number and the error."""
    for number, line in enumerate(lines, start=1):
        if isinstance(line, bytes) and not line.strip():
            continue
        yield _encode(_answer_line(number, line, resolving)) + b"\n"


def bounded_lines(stream: BinaryIO, most: int = LINE_BYTES) -> Iterator[bytes | LineTooLong]:
    """The lines of a stream; of a line with more bytes than `most` only the fact is kept."""
    while line := stream.readline(most + 1):
        if len(line) <= most or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(most)
        yield LineTooLong(f"the line is longer than {most} bytes")


def answer_json(resolution: Resolution, request: ModelRequest) -> dict[str, Any]:
    """A resolution and its model request as the command line shows them."""
    answer: dict[str, Any] = {
        "hits": list(resolution.groups),
        "tools": [
            {"name": offer.tool.name, "key": offer.tool.key, "source": offer.source} for offer in resolution.offers
        ],
        "request": request_json(request),
        "messages": list(resolution.messages),
        "system_prompt": resolution.system_prompt,
        "tool_choice": resolution.tool_choice,
        "warnings": notices_json((*resolution.warnings, *request.notices)),
    }
    if resolution.explanation is not None:
        answer["explanation"] = explanation_json(resolution.explanation)
    return answer


def request_json(request: ModelRequest) -> dict[str, Any]:
    """What goes into the provider's request: nothing at all when there are no tools (contract 8)."""
    if not request.tools:
        return {}
    body: dict[str, Any] = {"tools": list(request.tools)}
    if request.tool_choice is not None:
        body["tool_choice"] = request.tool_choice
    return body


def _answer_line(number: int, line: bytes | LineTooLong, resolving: Resolving) -> dict[str, Any]:
    if isinstance(line, LineTooLong):
        return {"line": number, "error": {"code": "line_too_long", "detail": str(line)}}
    try:
        return resolving.answer(parse_context(decode_json(line)))
    except EngineError as error:
        return {"line": number, "error": _error_json(error)}


def _error_json(error: EngineError) -> dict[str, Any]:
    shown: dict[str, Any] = {"code": _CODES[type(error)], "detail": str(error)}
    if isinstance(error, MalformedJSON):
        shown["column"] = error.column
    if isinstance(error, InvalidContext):
        shown["faults"] = [_fault_json(fault) for fault in error.faults]
    return shown


def _fault_json(fault: Fault) -> dict[str, Any]:
    return {"code": fault.code, "path": fault.path, "message": fault.message, "remedy": fault.remedy}
