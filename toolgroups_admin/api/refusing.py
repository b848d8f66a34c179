"""Errors that arise within Django, as the API's problem documents."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import DisallowedHost, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views import defaults
from rest_framework import exceptions

from toolgroups_admin.releases.receiving import foreign_host

from .problems import Problem, problem_of
from .replies import Reply, problem_reply, request_id_of

PREFIX = "/api/"

log = logging.getLogger(__name__)


def as_response(reply: Reply) -> HttpResponse:
    """A reply as Django's response."""
    return HttpResponse(reply.body, status=reply.status, headers=dict(reply.headers))


def refused(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Django REST Framework's exception handler: every error of a view as a problem document."""
    request, view = context["request"], context["view"]
    problem = _problem(error, allowed=", ".join(view.allowed_methods))
    request_id = request_id_of(request.META)
    if problem.kind.status == 500:
        log.exception("request %s could not be answered", request_id)
    return as_response(problem_reply(problem, request_id))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of requests that it will not take, among them those for another host."""
    if not request.path.startswith(PREFIX):
        request.encoding = "utf-8"  # what a form said of itself may be what is wrong, and the page reads it once more
        return defaults.bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        return _refused(request, problem_of(foreign_host()))
    return _refused(request, Problem("bad_request", "The request is not acceptable."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of addresses at which nothing is."""
    if not request.path.startswith(PREFIX):
        return defaults.page_not_found(request, exception)
    return _refused(request, Problem("not_found", f"There is nothing at {request.path}."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of errors that nobody foresaw."""
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return _refused(request, problem_of(Exception()))


def _refused(request: HttpRequest, problem: Problem) -> HttpResponse:
    return as_response(problem_reply(problem, request_id_of(request.META)))


def _problem(error: Exception, *, allowed: str) -> Problem:
    match error:
        case exceptions.MethodNotAllowed():
            return Problem("method_not_allowed", f"Use {allowed} here.", headers=[("Allow", allowed)])
        case exceptions.NotAcceptable():
            return Problem("not_acceptable", "There is no answer of a type that the header Accept names.")
        case Http404() | exceptions.NotFound():
            return Problem("not_found", "There is nothing at this address.")
        case PermissionDenied() | exceptions.PermissionDenied():
            return Problem("forbidden", "This is not allowed.")
        case exceptions.ParseError():
            return Problem("bad_request", "The request cannot be read.")
        case _:
            return problem_of(error)
