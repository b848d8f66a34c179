"""The fast way to the resolve endpoint: a WSGI callable in front of Django, which gets everything else."""

from collections.abc import Callable, Iterable
from typing import Any

from toolgroups_admin.releases import live
from toolgroups_admin.releases.receiving import is_too_open

from .replies import STATUS_LINES
from .resolving import PATH, CurrentState, respond

WSGIApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def with_front(django: WSGIApplication, *, current: CurrentState = live.current) -> WSGIApplication:
    """Django with the front before it: exactly `POST /api/v1/resolve` is answered without Django's help.

    Where HTTPS is wanted, a request by plain HTTP goes to Django as well, which redirects it.
    """

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != PATH or environ["REQUEST_METHOD"] != "POST" or is_too_open(environ):
            return django(environ, start_response)
        reply = respond(environ, current=current)
        start_response(STATUS_LINES[reply.status], reply.headers)
        return [reply.body]

    return application
