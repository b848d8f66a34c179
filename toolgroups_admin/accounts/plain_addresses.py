"""Addresses that no database can be asked with."""

from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR

from django.core.exceptions import BadRequest
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

YEARS = frozenset({"year", "iso_year"})
View = Callable[[HttpRequest], HttpResponse]


def plain_addresses(get_response: View) -> View:
    """Middleware that refuses addresses of the admin with the character U+0000, which PostgreSQL takes in no text.

    And those that ask a list for a year that no date has everywhere, at which Django itself would break.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(reverse("admin:index")):
            if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
                raise BadRequest("the address holds the character U+0000")
            asked = [values for name, values in request.GET.lists() if YEARS & {*name.split(LOOKUP_SEP)[1:]}]
            if not all(_is_year(str(value)) for values in asked for value in values):
                raise BadRequest("the address asks for a year that no list can be asked for")
        return get_response(request)

    return answer


def _is_year(said: str) -> bool:
    return said.isascii() and said.isdigit() and len(said) <= len(str(MAXYEAR)) and MINYEAR < int(said) < MAXYEAR
