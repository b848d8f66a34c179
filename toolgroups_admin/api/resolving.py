"""The resolve endpoint: one function from an HTTP request to an HTTP answer, whoever called it."""

import logging
from collections.abc import Callable

from toolgroups_admin.engine import decode_json
from toolgroups_admin.releases import live
from toolgroups_admin.releases.answering import answer
from toolgroups_admin.releases.permitting import require_scope

from .problems import problem_of
from .receiving import Environ, authenticated, check_host, read_body
from .replies import Reply, json_reply, problem_reply, request_id_of

PATH = "/api/v1/resolve"

CurrentState = Callable[[], live.State]

log = logging.getLogger(__name__)


def respond(environ: Environ, *, current: CurrentState = live.current) -> Reply:
    """The answer to `POST /api/v1/resolve`; `environ` is the request's as WSGI gives it, body not yet read."""
    request_id = request_id_of(environ)
    try:
        return json_reply(_answer(environ, current()), request_id)
    except Exception as error:
        problem = problem_of(error)
        if problem.kind.status == 500:
            log.exception("request %s could not be answered", request_id)
        return problem_reply(problem, request_id)


def _answer(environ: Environ, state: live.State) -> bytes:
    check_host(environ)
    key = authenticated(environ, state)
    require_scope(key, "resolve")
    return answer(key, decode_json(read_body(environ)), state=state).encoded()
