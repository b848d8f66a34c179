"""“N changes not published”, for the head of every page."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import ngettext

from .comparing import count_changes
from .models import Environment


def badge(request: HttpRequest) -> tuple[str, str] | None:
    """The words and their colour when the draft differs from what is live in the last environment; a link for who may publish."""
    if not request.user.has_perm("releases.view_environment"):
        return None
    environment = Environment.objects.order_by("order", "name").last()
    number = count_changes(environment) if environment else 0
    if environment is None or number == 0:
        return None
    words = ngettext("%(number)d change not published", "%(number)d changes not published", number) % {"number": number}
    if not request.user.has_perm("releases.publish"):
        return words, "warning"
    address = reverse("admin:releases_environment_publish", args=[environment.pk])
    return format_html('<a href="{}">{}</a>', address, words), "warning"
