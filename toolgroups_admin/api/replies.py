"""What goes back over HTTP: status, headers and bytes, the same from Django's views and from the front."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from toolgroups_admin.releases.decision_ids import new_decision_id
from toolgroups_admin.releases.fronts import safe_headers

from .problems import MEDIA_TYPE, Problem

Headers = list[tuple[str, str]]

STATUS_LINES = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}

_REQUEST_ID = re.compile(r"[A-Za-z0-9._:/+=-]{1,128}\Z")


class Reply(NamedTuple):
    """A whole HTTP answer."""

    status: int
    headers: Headers
    body: bytes


def json_reply(body: bytes, request_id: str) -> Reply:
    """A good answer."""
    return Reply(200, _headers("application/json", body, request_id), body)


def problem_reply(problem: Problem, request_id: str) -> Reply:
    """A problem document with the headers that belong to it."""
    body = problem.encoded()
    return Reply(problem.kind.status, [*_headers(MEDIA_TYPE, body, request_id), *problem.headers], body)


def request_id_of(environ: Mapping[str, Any]) -> str:
    """The caller's X-Request-ID when it is one that is safe to repeat, else a new one."""
    given: str | None = environ.get("HTTP_X_REQUEST_ID")
    return given if given and _REQUEST_ID.match(given) else new_decision_id()


def _headers(media_type: str, body: bytes, request_id: str) -> Headers:
    return [
        ("Content-Type", media_type),
        ("Content-Length", str(len(body))),
        ("X-Request-ID", request_id),
        *safe_headers(),
    ]
