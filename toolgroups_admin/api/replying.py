"""From an answer or an error to an HTTP answer."""

import logging
from collections.abc import Callable

from .problems import problem_of
from .receiving import Environ
from .replies import Reply, json_reply, problem_reply, request_id_of

log = logging.getLogger(__name__)


def replied(environ: Environ, answer: Callable[[], bytes]) -> Reply:
    """What `answer` makes, or the problem document of what it raises; what nobody foresaw goes to the log."""
    request_id = request_id_of(environ)
    try:
        return json_reply(answer(), request_id)
    except Exception as error:
        problem = problem_of(error)
        if problem.kind.status == 500:
            log.exception("request %s could not be answered", request_id)
        return problem_reply(problem, request_id)
