"""The resolve endpoint: one function from an HTTP request to an HTTP answer, whoever called it."""

from collections.abc import Callable

from toolgroups_admin.engine import decode_json
from toolgroups_admin.releases import live
from toolgroups_admin.releases.permitting import require_scope
from toolgroups_admin.releases.receiving import Environ, authenticated, check_host, read_body
from toolgroups_admin.traffic.answering import answer

from .replies import Reply
from .replying import replied

PATH = "/api/v1/resolve"

CurrentState = Callable[[], live.State]


def respond(environ: Environ, *, current: CurrentState = live.current) -> Reply:
    """The answer to `POST /api/v1/resolve`; `environ` is the request's as WSGI gives it, body not yet read."""
    return replied(environ, lambda: _answer(environ, current()))


def _answer(environ: Environ, state: live.State) -> bytes:
    check_host(environ)
    key = authenticated(environ, state)
    require_scope(key, "resolve")
    return answer(key, decode_json(read_body(environ)), state=state).encoded()
