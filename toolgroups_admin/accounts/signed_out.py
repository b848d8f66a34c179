"""Forms that are sent after the session ended: nothing is saved, and what was typed is kept in the answer."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
WITHOUT_SESSION = frozenset({"login", "logout"})
NAVIGATION = "navigate"
TOKEN = "csrfmiddlewaretoken"
PASSWORD = "password"


class SignedOut:
    """Middleware that gives a form of the admin back to who is signed out by now, to be sent again after signing in.

    It comes after the check of the token, so that no other site has its fields sent again in somebody's name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """The form, where it would be lost on the page to sign in; None for everything else."""
        if not _is_form(request) or request.user.is_authenticated:
            return None
        typed = [(name, value) for name, values in request.POST.lists() for value in values if _is_kept(name)]
        answer = render(request, "accounts/signed_out.html", {"typed": typed, "files": bool(request.FILES)}, status=403)
        answer["Cache-Control"] = "no-store"
        return answer


def _is_form(request: HttpRequest) -> bool:
    match = request.resolver_match
    return (
        request.method == "POST"
        and request.content_type in FORMS
        and request.headers.get("sec-fetch-mode", NAVIGATION) == NAVIGATION
        and "hx-request" not in request.headers  # without TLS browsers do not say the mode
        and request.path_info.startswith(reverse("admin:index"))
        and match is not None
        and match.url_name not in WITHOUT_SESSION
    )


def _is_kept(name: str) -> bool:
    """Passwords are typed again."""
    return name != TOKEN and PASSWORD not in name
