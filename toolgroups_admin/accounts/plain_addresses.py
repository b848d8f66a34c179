"""Addresses that no database can be asked with."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

View = Callable[[HttpRequest], HttpResponse]


def plain_addresses(get_response: View) -> View:
    """Middleware that refuses addresses of the admin with the character U+0000, which PostgreSQL takes in no text."""

    def answer(request: HttpRequest) -> HttpResponse:
        is_admin = request.path_info.startswith(reverse("admin:index"))
        if is_admin and ("\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", "")):
            raise BadRequest("the address holds the character U+0000")
        return get_response(request)

    return answer
