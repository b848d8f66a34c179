"""What goes in and out of the API, described for its schema; the tests hold real answers against it."""

from .answered import ResolveAnswer
from .asked import ResolveRequest
from .dry_runs import DryRunAnswer, DryRunRequest
from .problem import ProblemDocument
from .tool_calls import ToolCallsAnswer, ToolCallsRequest

__all__ = [
    "DryRunAnswer",
    "DryRunRequest",
    "ProblemDocument",
    "ResolveAnswer",
    "ResolveRequest",
    "ToolCallsAnswer",
    "ToolCallsRequest",
]
