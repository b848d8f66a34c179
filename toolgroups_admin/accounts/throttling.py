"""Sign-ins that fail too often wait: whose they are, and what they are told (django-axes counts)."""

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


def address_of(request: HttpRequest) -> str | None:
    """Where a request comes from, past as many proxies of ours as `PROXIES` says.

    Each proxy adds the address that it saw at the right end; what stands further to the left is the client's word.
    """
    seen = request.META.get("REMOTE_ADDR")
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if not settings.PROXIES or len(hops) < settings.PROXIES:
        return seen
    hop = hops[-settings.PROXIES]
    return hop if _is_address(hop) else seen


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: Any) -> HttpResponse:
    """The page for somebody who has to wait."""
    context = {"minutes": settings.LOGIN_PAUSE_MINUTES}
    return render(request, "accounts/locked_out.html", context, status=429)


def is_from_provider(request: HttpRequest, credentials: Any) -> bool:
    """Whether somebody comes back from a provider: no name is tried there, and one who fails must not lock out the rest."""
    return request.path_info == reverse("oidc_authentication_callback")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
