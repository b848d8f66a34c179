"""From an answer or an error to an HTTP answer."""

import logging
from collections.abc import Awaitable, Callable

from toolgroups_admin.releases.receiving import Environ

from .problems import problem_of
from .replies import Reply, json_reply, problem_reply, request_id_of

log = logging.getLogger(__name__)


def replied(environ: Environ, answer: Callable[[], bytes]) -> Reply:
    """What `answer` makes, or the problem document of what it raises; what nobody foresaw goes to the log."""
    request_id = request_id_of(environ)
    try:
        return json_reply(answer(), request_id)
    except Exception as error:  # noqa: BLE001 - what nobody foresaw goes to the log
        return _refused(error, request_id)


async def reply_to(environ: Environ, answer: Callable[[], Awaitable[bytes]]) -> Reply:
    """The same for an answer that is awaited."""
    request_id = request_id_of(environ)
    try:
        return json_reply(await answer(), request_id)
    except Exception as error:  # noqa: BLE001 - what nobody foresaw goes to the log
        return _refused(error, request_id)


def _refused(error: Exception, request_id: str) -> Reply:
    problem = problem_of(error)
    if problem.kind.status == 500:
        log.error("request %s could not be answered", request_id, exc_info=error)
    return problem_reply(problem, request_id)
