"""What goes in and out of the dry-run endpoint."""

from pydantic import Field

from .answered import AnsweringRelease, Resolved
from .asked import AskedContext, Format
from .base import Shape
from .problem import ProblemDocument


class TriedContext(AskedContext):
    """A chat context with the time at which it is judged."""

    now: str | None = Field(None, description="A time with its offset (RFC 3339) to judge at; null for the present.")


class DryRunRequest(Shape):
    """Chats to try, and against what."""

    contexts: list[TriedContext] = Field(min_length=1, description="At most 100, unless the server is set otherwise.")
    source: str = Field(
        "live",
        description="`live`: the release that answers in the key's environment. `draft`, or `release:` and a number, "
        "need the scope `preview`.",
    )
    format: Format = Field("openai", description="The provider for which `tools` and `tool_choice` are spelled.")
    explain: bool = Field(default=True, description="Whether to say why each group hit or missed.")


class Untried(Shape):
    """A chat that could not be tried; the paths of its faults begin at the chat itself."""

    problem: ProblemDocument


class DryRunAnswer(Shape):
    """What each chat came to, in the order of the request."""

    source: str
    environment: str
    digest: str = Field(description="SHA-256 over the objects of the source.")
    release: AnsweringRelease | None = Field(description="Null for the draft.")
    answers: list[Resolved | Untried]
