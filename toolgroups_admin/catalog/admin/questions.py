"""What scripts of the forms ask while a person edits: JSON in, JSON out."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse

from toolgroups_admin.engine import MalformedJSON, decode_json

from ..mapping import MODEL_OF
from ..models import Kind

View = Callable[..., HttpResponse]


def for_editors(view: View) -> View:
    """In the admin, signed in."""
    return admin.site.admin_view(view)


def asked(request: HttpRequest) -> dict[str, Any]:
    """The members of the question; none when it is no JSON object."""
    try:
        members = decode_json(request.body)
    except MalformedJSON:
        return {}
    return members if isinstance(members, dict) else {}


def may_see(request: HttpRequest, kind: Kind) -> bool:
    """Whether the person may look at objects of this kind."""
    model_admin = admin.site.get_model_admin(MODEL_OF[kind])
    return bool(model_admin.has_view_or_change_permission(request))


def refusal(words: str, *, status: int = 400) -> HttpResponse:
    """Why there is no answer, in words that the script shows."""
    return JsonResponse({"problem": words}, status=status)
