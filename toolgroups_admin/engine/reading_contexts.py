"""From JSON to a chat context: every member checked, everything wrong said at once."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from typing import Any

from .bounds import DEFAULT_BOUNDS, Bounds
from .context import ChatContext, RequestFacts
from .errors import InvalidContext
from .faults import Fault, gettext_noop
from .paths import ROOT, at
from .rules.moments import parse_moment
from .values import is_number, is_plain, json_problems, type_name

ROLES = ("system", "developer", "user", "assistant", "tool")
CHOICES = ("auto", "none", "required")
_NOT_FROM_OUTSIDE = {"preview", "resolution"}
_MEMBERS = tuple(field.name for field in fields(ChatContext) if field.name not in _NOT_FROM_OUTSIDE)


MOST_FAULTS = 1000


class _Enough(Exception):
    """There are so many faults that nobody would read more."""


def parse_context(
    data: Any, *, bounds: Bounds = DEFAULT_BOUNDS, preview: bool = False, beside: tuple[str, ...] = ()
) -> ChatContext:
    """The context that a decoded JSON object describes (design §5).

    Raises InvalidContext with each fault, up to 1,000; a remedy names the members `beside` it that the caller reads.
    The messages' objects are kept, not copied.
    """
    reading = _Reading(bounds, beside)
    context = None
    with suppress(_Enough):
        context = reading.context(data, preview)
    if reading.faults or context is None:
        raise InvalidContext(reading.faults)
    return context


def faults_in(context: ChatContext, names: Iterable[str]) -> list[Fault]:
    """What is wrong with some of the members that a request may have, in a context that code has made."""
    reading = _Reading(DEFAULT_BOUNDS)
    with suppress(_Enough):
        for name in names:
            _READERS[name](reading, _PATHS[name], _as_json(getattr(context, name)))
    return reading.faults


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, RequestFacts):
        return {"url": value.url, "headers": value.headers, "retry": value.retry}
    return value.isoformat() if isinstance(value, datetime) else value


class _Reading:
    def __init__(self, bounds: Bounds, beside: tuple[str, ...] = ()) -> None:
        self.bounds = bounds
        self.known = (*_MEMBERS, *beside)
        self.faults: list[Fault] = []

    def context(self, data: Any, preview: bool) -> ChatContext | None:
        if not isinstance(data, dict):
            self._wrong_type(ROOT, data, gettext_noop("an object"))
            return None
        for name in [name for name in data if name not in _READERS]:
            self._unknown_member(at(ROOT, str(name)), name, self.known)
        read = {name: _READERS[name](self, _PATHS[name], data[name]) for name in _MEMBERS if name in data}
        if "prompt" not in data:
            self._fault(
                "required",
                at(ROOT, "prompt"),
                None,
                gettext_noop("the member is missing"),
                gettext_noop("Name the prompt whose groups are judged."),
            )
        return None if self.faults else ChatContext(preview=preview, **read)

    def name(self, path: str, value: Any) -> Any:
        if not isinstance(value, str) or not value:
            self._wrong_type(path, value, gettext_noop("text that is not empty"))
        else:
            self._plain(path, value)
        return value

    def identifier(self, path: str, value: Any) -> Any:
        if value is not None and not isinstance(value, str) and not is_number(value):
            self._wrong_type(path, value, gettext_noop("text, a number or null"))
        else:
            self._plain(path, value)
        return value

    def flag(self, path: str, value: Any) -> Any:
        if not isinstance(value, bool):
            self._wrong_type(path, value, gettext_noop("true or false"))
        return value

    def free_object(self, path: str, value: Any) -> Any:
        if not isinstance(value, dict):
            self._wrong_type(path, value, gettext_noop("an object"))
            return {}
        self._plain(path, value)
        return value

    def attributes(self, path: str, value: Any) -> Any:
        attributes = self.free_object(path, value)
        self._at_most(self.bounds.attributes, path, attributes, gettext_noop("attributes"))
        return attributes

    def messages(self, path: str, value: Any) -> tuple[Mapping[str, Any], ...]:
        if not isinstance(value, list):
            self._wrong_type(path, value, gettext_noop("a list of messages"))
            return ()
        if self._at_most(self.bounds.messages, path, value, gettext_noop("messages")):
            for place, message in enumerate(value):
                self._message(at(path, place), message)
        return tuple(value)

    def tools(self, path: str, value: Any) -> tuple[Any, ...]:
        things = gettext_noop("a list of tool keys and tools"), gettext_noop("tools"), self.bounds.tools
        return self._list(path, value, *things, self._tool)

    def groups(self, path: str, value: Any) -> tuple[Any, ...]:
        things = gettext_noop("a list of group names"), gettext_noop("tool groups"), self.bounds.groups
        return self._list(path, value, *things, self.name)

    def request(self, path: str, value: Any) -> RequestFacts:
        request = self.free_object(path, value)
        known = tuple(field.name for field in fields(RequestFacts))
        for name in [name for name in request if name not in known]:
            self._unknown_member(at(path, str(name)), name, known)
        url = request.get("url")
        if url is not None and not isinstance(url, str):
            self._wrong_type(at(path, "url"), url, gettext_noop("text or null"))
        headers, retry = (self.free_object(at(path, name), request.get(name, {})) for name in ("headers", "retry"))
        return RequestFacts(url=url, headers=headers, retry=retry)

    def choice(self, path: str, value: Any) -> Any:
        named = isinstance(value, dict) and list(value) == ["tool"] and isinstance(value["tool"], str)
        if value is not None and value not in CHOICES and not named:
            self._wrong_type(path, value, gettext_noop('"auto", "none", "required", {"tool": key} or null'))
        return value

    def now(self, path: str, value: Any) -> datetime | None:
        if value is None:
            return None
        try:
            known = parse_moment(value)
            moment = known.at if known else datetime.fromisoformat(value)
        except (TypeError, ValueError):
            moment = None
        if moment is None or moment.tzinfo is None:
            self._wrong_type(
                path, value, gettext_noop("a time with its offset, such as 2026-11-30T09:00:00+08:00, or null")
            )
            return None
        return moment

    def _message(self, path: str, message: Any) -> None:
        if not isinstance(message, dict):
            self._wrong_type(path, message, gettext_noop("an object with role and content"))
            return
        if message.get("role") not in ROLES:
            self._fault(
                "unknown_role",
                at(path, "role"),
                message.get("role"),
                gettext_noop("this is no role of a message"),
                gettext_noop("Use one of: {roles}."),
                roles=", ".join(ROLES),
            )
        content = message.get("content")
        if isinstance(content, list):
            for place, part in enumerate(content):
                if not isinstance(part, dict):
                    self._wrong_type(at(path, "content", place), part, gettext_noop("an object with a type"))
        elif content is not None and not isinstance(content, str):
            self._wrong_type(at(path, "content"), content, gettext_noop("text, a list of parts or null"))
        self._plain(path, message)

    def _tool(self, path: str, tool: Any) -> Any:
        if isinstance(tool, str):
            return self.name(path, tool)
        if not isinstance(tool, dict):
            self._wrong_type(
                path, tool, gettext_noop("the key of a tool, or an object with name, description and parameters")
            )
            return tool
        known = ("name", "description", "parameters")
        for name in [name for name in tool if name not in known]:
            self._unknown_member(at(path, str(name)), name, known)
        self.name(at(path, "name"), tool.get("name"))
        if not isinstance(tool.get("description", ""), str):
            self._wrong_type(at(path, "description"), tool["description"], gettext_noop("text"))
        if tool.get("parameters") is not None:
            self.free_object(at(path, "parameters"), tool["parameters"])
        self._plain(path, tool.get("description"))
        return tool

    def _list(
        self, path: str, value: Any, wanted: str, things: str, most: int, read: Callable[[str, Any], Any]
    ) -> tuple[Any, ...]:
        if not isinstance(value, list):
            self._wrong_type(path, value, wanted)
            return ()
        if not self._at_most(most, path, value, things):
            return ()
        return tuple(read(at(path, place), item) for place, item in enumerate(value))

    def _plain(self, path: str, value: Any) -> None:
        if is_plain(value, self.bounds.depth):
            return
        for code, place, found in json_problems(value, path, depth=self.bounds.depth):
            self._fault(code, place, found, *_PROBLEMS[code], depth=self.bounds.depth)

    def _at_most(self, most: int, path: str, value: Any, things: str) -> bool:
        if len(value) <= most:
            return True
        self._fault(
            "too_many",
            path,
            len(value),
            gettext_noop("there are more than {most} {things}"),
            gettext_noop("Send at most {most}."),
            most=most,
            things=things,
        )
        return False

    def _unknown_member(self, path: str, name: Any, known: tuple[str, ...]) -> None:
        self._fault(
            "unknown_member",
            path,
            name,
            gettext_noop("this member is not known"),
            gettext_noop("Take it out, or use one of: {known}."),
            known=", ".join(known),
        )

    def _wrong_type(self, path: str, value: Any, wanted: str) -> None:
        self._fault(
            "wrong_type",
            path,
            value,
            gettext_noop("this is {found}"),
            gettext_noop("Send {wanted}."),
            found=type_name(value),
            wanted=wanted,
        )

    def _fault(self, code: str, path: str, value: Any, template: str, remedy: str, **params: Any) -> None:
        self.faults.append(Fault(code, path, value, template, remedy, params))
        if len(self.faults) == MOST_FAULTS:
            raise _Enough


_PROBLEMS = {
    "lone_surrogate": (
        gettext_noop("the text has half of a surrogate pair"),
        gettext_noop("Send whole characters, as UTF-8."),
    ),
    "too_deep": (
        gettext_noop("the value is nested more than {depth} levels deep"),
        gettext_noop("Send at most {depth} levels."),
    ),
    "not_json": (
        gettext_noop("the value is not JSON"),
        gettext_noop("Send text, numbers, true, false, null, lists and objects only."),
    ),
}

_READERS: dict[str, Callable[[_Reading, str, Any], Any]] = {
    "prompt": _Reading.name,
    "messages": _Reading.messages,
    "account_id": _Reading.identifier,
    "conversation_id": _Reading.identifier,
    "bot_id": _Reading.identifier,
    "turn_id": _Reading.identifier,
    "options": _Reading.free_object,
    "attributes": _Reading.attributes,
    "streaming": _Reading.flag,
    "request": _Reading.request,
    "tools": _Reading.tools,
    "groups": _Reading.groups,
    "tool_context": _Reading.free_object,
    "tool_choice": _Reading.choice,
    "now": _Reading.now,
}
_PATHS = {name: at(ROOT, name) for name in _READERS}
