"""Views of a context's objects that cannot be written to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..context import ChatContext


class ReadOnly(Mapping[str, Any]):
    """An object whose members can be read, at any depth, and not changed; lists are given as tuples."""

    __slots__ = ("_members",)

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = members

    def __getitem__(self, name: str) -> Any:
        return read_only(self._members[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"ReadOnly({self._members!r})"


def read_only(value: Any) -> Any:
    """The value itself, or a view of it when it is an object, list or set."""
    if isinstance(value, Mapping):
        return ReadOnly(value)
    if isinstance(value, list | tuple):
        return tuple(map(read_only, value))
    return frozenset(value) if isinstance(value, set) else value


def read_only_context(context: ChatContext) -> ChatContext:
    """The context with all its objects as read-only views."""
    request = context.request
    return context.with_(
        messages=tuple(map(ReadOnly, context.messages)),
        options=ReadOnly(context.options),
        attributes=ReadOnly(context.attributes),
        request=replace(request, headers=ReadOnly(request.headers), retry=ReadOnly(request.retry)),
        tools=read_only(context.tools),
        tool_context=ReadOnly(context.tool_context),
        tool_choice=read_only(context.tool_choice),
    )
