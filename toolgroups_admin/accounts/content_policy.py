"""What a browser may load and run on our pages (design §8)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

HEADER = "Content-Security-Policy"
EVERYWHERE = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
# The admin's theme computes its expressions (Alpine) and sets its colours in the page.
ADMIN = EVERYWHERE | {"script-src": "'self' 'unsafe-eval'", "style-src": "'self' 'unsafe-inline'"}


def content_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sends the policy with every answer that has none of its own."""
    everywhere, admin = _as_header(EVERYWHERE), _as_header(ADMIN)

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_admin = request.path_info.startswith(reverse("admin:index"))
        response.headers.setdefault(HEADER, admin if is_admin else everywhere)
        return response

    return answer


def _as_header(policy: dict[str, str]) -> str:
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())
