"""The chat context of one request: its shape, checked member by member."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

from .merging import system_text_of
from .notice import Notice
from .resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFacts:
    """The model request that the caller is about to make (never the HTTP request that asks us)."""

    url: str | None = None
    headers: Mapping[str, Any] = field(default_factory=dict)
    retry: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ChatContext:
    """What matchers judge. Made by `parse_context`; immutable by contract, so its members are never written to.

    `messages` are the caller's own objects, passed through; `tools` holds keys (text) and inline tools (objects);
    `now` is None outside dry runs, the command line and tests: then the clock is read once when resolving begins.
    """

    prompt: str
    messages: tuple[Mapping[str, Any], ...] = ()
    account_id: str | int | float | None = None
    conversation_id: str | int | float | None = None
    bot_id: str | int | float | None = None
    turn_id: str | int | float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    attributes: Mapping[str, Any] = field(default_factory=dict)
    streaming: bool = False
    request: RequestFacts = field(default_factory=RequestFacts)
    tools: tuple[str | Mapping[str, Any], ...] = ()
    groups: tuple[str, ...] = ()
    tool_context: Mapping[str, Any] = field(default_factory=dict, repr=False)
    tool_choice: str | Mapping[str, str] | None = None
    now: datetime | None = None
    preview: bool = False
    resolution: Resolution | None = field(default=None, repr=False)  # what an interceptor after the resolver sees

    def with_(self, **changes: Any) -> Self:
        """The same context with some members changed."""
        return replace(self, **changes)

    def unresolved(self, reason: str) -> Resolution:
        """The answer of an interceptor that does not proceed: no hits, no tools, messages as they came."""
        return Resolution(
            prompt=self.prompt,
            groups=(),
            offers=(),
            messages=self.messages,
            system_prompt=system_text_of(self.messages),
            tool_choice=None,
            warnings=(Notice("short_circuited", "$", reason),),
        )
