"""Views of a context's objects that cannot be written to, and the way back to the objects."""

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


class ReadOnlyList(tuple[Any, ...]):
    """A list as a tuple of views, which knows the list."""

    listed: list[Any]


def read_only(value: Any) -> Any:
    """The value itself, or a view of it when it is an object, list or set."""
    if isinstance(value, Mapping):
        return value if isinstance(value, ReadOnly) else ReadOnly(value)
    if isinstance(value, list):
        view = ReadOnlyList(map(read_only, value))
        view.listed = value
        return view
    if isinstance(value, tuple):
        return value if isinstance(value, ReadOnlyList) else tuple(map(read_only, value))
    return frozenset(value) if isinstance(value, set) else value


def viewed(value: Any) -> Any:
    """What a view shows, itself; in objects and lists made around views they are replaced likewise."""
    if isinstance(value, ReadOnly):
        return value._members
    if isinstance(value, ReadOnlyList):
        return value.listed
    if isinstance(value, dict):
        members = {name: viewed(item) for name, item in value.items()}
        return members if any(members[name] is not item for name, item in value.items()) else value
    if isinstance(value, list | tuple):
        items = [viewed(item) for item in value]
        if all(item is other for item, other in zip(items, value, strict=True)):
            return value
        return items if isinstance(value, list) else tuple(items)
    return value


def read_only_context(context: ChatContext) -> ChatContext:
    """The context with all its objects as read-only views."""
    request = context.request
    return context.with_(
        messages=tuple(map(read_only, context.messages)),
        options=read_only(context.options),
        attributes=read_only(context.attributes),
        request=replace(request, headers=read_only(request.headers), retry=read_only(request.retry)),
        tools=tuple(map(read_only, context.tools)),
        tool_context=read_only(context.tool_context),
        tool_choice=read_only(context.tool_choice),
    )
