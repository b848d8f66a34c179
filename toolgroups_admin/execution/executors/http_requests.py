"""An HTTP request made of a path template and arguments, each in its place and properly encoded."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

import httpx2

from ..calls import ToolFailed
from ..connections import Connection

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_HEADER: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# What a header of a model's choosing must not be: they decide where a request goes, how it is read, and who we are.
_OURS: Final = frozenset(
    [
        "authorization",
        "connection",
        "content-length",
        "cookie",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ]
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be asked; `body` is None when there is none."""

    method: str
    url: httpx2.URL
    headers: Mapping[str, str] = field(repr=False)
    body: Mapping[str, Any] | None = field(repr=False)


def request_of(executor: Mapping[str, Any], connection: Connection, arguments: Mapping[str, Any]) -> Wanted:
    """The request of an executor `http` with these arguments.

    An argument goes where the executor says; else into the path when the template names it, into the query of GET and
    DELETE, and into the JSON body of the others. Raises `ToolFailed` for what cannot stand in its place.
    """
    template, method = executor["path"], executor["method"]
    places = _places(template, method, executor.get("arguments") or {}, arguments)
    url = _url(connection.url, _path(template, arguments))
    if query := [pair for name in places["query"] for pair in _pairs(name, arguments[name])]:
        url = url.copy_with(
            query="&".join(filter(None, (url.query.decode(), urlencode(query, quote_via=quote)))).encode()
        )
    headers = dict(connection.headers) | {name: _header(name, arguments[name]) for name in places["header"]}
    body = {name: arguments[name] for name in places["body"]}
    return Wanted(method, url, headers, body or None)


def _places(template: str, method: str, said: Mapping[str, str], arguments: Mapping[str, Any]) -> dict[str, list[str]]:
    in_path, otherwise = set(_HOLE.findall(template)), "query" if method in ("GET", "DELETE") else "body"
    places: dict[str, list[str]] = {"path": [], "query": [], "header": [], "body": []}
    for name in arguments:
        places["path" if name in in_path else said.get(name, otherwise)].append(name)
    return places


def _path(template: str, arguments: Mapping[str, Any]) -> str:
    """The path and query of the template, filled. No argument can leave its segment."""

    def fill(hole: re.Match[str]) -> str:
        name = hole[1]
        value = arguments.get(name)
        text = "" if value is None else _text(value)
        if text in ("", ".", ".."):
            raise ToolFailed(f"The tool was not called: `{name}` must be given, and be no dots", "bad_arguments")
        return quote(text, safe="")

    filled = _HOLE.sub(fill, template).replace("#", "%23")
    if any(unquote(segment) in (".", "..") for segment in re.split(r"[/\\]", filled.partition("?")[0])):
        raise ToolFailed("The path of this tool leaves its connection; an administrator can mend it")
    return filled


def _url(base: str, path: str) -> httpx2.URL:
    try:
        url = httpx2.URL(base)
        joined = f"{url.raw_path.decode().partition('?')[0].rstrip('/')}/{path.lstrip('/')}"
        return url.copy_with(raw_path=quote(joined, safe="/?&=%:@!$'()*+,;~-._").encode())
    except httpx2.InvalidURL as error:
        raise ToolFailed("The address of this tool cannot be read; an administrator can mend it") from error


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    return [(name, _text(item)) for item in value] if isinstance(value, list) else [(name, _text(value))]


def _header(name: str, value: Any) -> str:
    if not _HEADER.fullmatch(name) or name.lower() in _OURS:
        raise ToolFailed(
            f"The tool is told to send the header {name!r}, which it may not; an administrator can mend it"
        )
    return quote(_text(value), safe=" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
