"""The provider at which people may sign in, for the page to sign in and the page after signing out."""

from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from ..oidc.provider import is_used

register = template.Library()


@register.simple_tag
def identity_provider() -> str:
    """What people call it; empty when there is none."""
    return (settings.OIDC_NAME or _("single sign-on")) if is_used() else ""


@register.simple_tag(takes_context=True)
def way_to_provider(context: template.Context) -> str:
    """Where signing in there begins, and leads back to the page that was wanted."""
    wanted = context["request"].GET.get("next", "")
    return reverse("oidc_authentication_init") + (f"?{urlencode({'next': wanted})}" if wanted else "")
