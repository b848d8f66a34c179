"""The one shape of every error (RFC 9457)."""

from typing import Any

from pydantic import Field

from ..problem_kinds import PROBLEM_KINDS
from .base import Shape
from .tool_calls import ToolCallsAnswer


class BodyFault(Shape):
    """One thing that is wrong with the body."""

    path: str = Field(description="JSON path from `$`, the body.")
    code: str
    value: Any = Field(description="What stands there; of a long value the beginning.")
    message: str
    remedy: str


class ProblemDocument(Shape):
    """What is the matter, under a stable code."""

    type: str = Field(description="`urn:toolgroups-admin:problem:` and the code.")
    title: str
    status: int
    code: str = Field(json_schema_extra={"enum": list(PROBLEM_KINDS)})
    detail: str
    line: int | None = Field(None, description="Of malformed JSON: the line, counted from 1.")
    column: int | None = Field(None, description="Of malformed JSON: the character in the line, counted from 1.")
    result: ToolCallsAnswer | None = Field(None, description="Of tool calls that failed: all that finished.")
    faults: list[BodyFault] = Field(description="Everything that is wrong with the body; else empty.")
