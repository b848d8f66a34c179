"""To the provider and back, and out of it again."""

import logging
from typing import Any
from urllib.parse import urlencode

import jwt
import requests
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.generic import View
from mozilla_django_oidc.views import OIDCAuthenticationCallbackView, OIDCAuthenticationRequestView

from . import provider
from .people import may_enter

# What a provider can make go wrong: not there, not what it should be, or somebody who plays it.
FAULTS = (provider.ProviderNotUsable, SuspiciousOperation, requests.RequestException, jwt.PyJWTError, KeyError)

log = logging.getLogger(__name__)


class AtProvider(View):
    """Nothing is here unless a provider is used, and whatever it does wrong ends on a page that says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not provider.is_used():
            raise Http404
        try:
            return super().dispatch(request, *args, **kwargs)
        except FAULTS as error:
            log.warning("signing in at %s failed: %s", settings.OIDC_ISSUER, _told(error))
            return not_signed_in(request)

    @staticmethod
    def get_settings(attr: str, *args: Any) -> Any:
        return provider.setting(attr, *args)


class Begin(AtProvider, OIDCAuthenticationRequestView):
    """Sends a person to the provider."""

    def __init__(self, **options: Any) -> None:
        View.__init__(self, **options)  # the library's asks for doors at once, where nothing can be refused yet

    def get(self, request: HttpRequest) -> HttpResponse:
        OIDCAuthenticationRequestView.__init__(self)
        answer: HttpResponse = super().get(request)
        return answer


class Return(AtProvider, OIDCAuthenticationCallbackView):
    """Takes a person who comes back from the provider."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Only who was sent there from this browser: anybody else could sign people in, or out, by a link."""
        if request.GET.get("state") not in request.session.get("oidc_states", {}):
            raise SuspiciousOperation("nobody was sent to the provider with this state")
        answer: HttpResponse = super().get(request)
        return answer

    def login_success(self) -> HttpResponse:
        """In, until the provider is to be asked again; or a word for those who have no role yet."""
        if not may_enter(self.user):
            return self.login_failure()
        answer: HttpResponse = super().login_success()
        self.request.session.set_expiry(settings.OIDC_SESSION_HOURS * 3600)
        return answer

    def login_failure(self) -> HttpResponse:
        user = getattr(self, "user", None)
        if user is None:
            return not_signed_in(self.request)
        return render(self.request, "accounts/no_role.html", {"username": user.username}, status=403)


class SignOut(AtProvider):
    """Goes on to the provider's own page for signing out, or home when it has none."""

    def get(self, request: HttpRequest) -> HttpResponse:
        home = reverse("admin:index")
        if not (leaving := provider.door("OIDC_OP_LOGOUT_ENDPOINT")):
            return HttpResponseRedirect(home)
        back = {"client_id": settings.OIDC_RP_CLIENT_ID, "post_logout_redirect_uri": request.build_absolute_uri(home)}
        return HttpResponseRedirect(f"{leaving}{'&' if '?' in leaving else '?'}{urlencode(back)}")


def not_signed_in(request: HttpRequest) -> HttpResponse:
    """The page for somebody whom the provider did not let in, or whose way back does not fit the way there."""
    return render(request, "accounts/not_signed_in.html", status=403)


def _told(error: Exception) -> str:
    """What may stand in a log: never what a provider answered, for there may be tokens in it."""
    return f"{type(error).__name__}" if isinstance(error, requests.RequestException) else f"{error!r}"
