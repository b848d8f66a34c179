"""What is done with many rows of a list at once."""

import json
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from toolgroups_admin.accounts.models import User

from ..exporting import part_of_draft
from ..owning import may_edit
from ..switching import switch


@admin.action(description=_("Export as a document"), permissions=["view"])
def export_selected(model_admin: Any, request: HttpRequest, rows: "models.QuerySet[Any]") -> HttpResponse:
    """The rows, with all that they refer to, as a file that can be imported."""
    model = model_admin.model
    identities = list(rows.order_by().values_list(model.identity_field, flat=True))
    text = json.dumps(part_of_draft(model.kind, identities), ensure_ascii=False, indent=2) + "\n"
    name = f"{model.kind}s.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=disposition)


@admin.action(description=_("Enable"), permissions=["change"])
def enable_selected(model_admin: Any, request: HttpRequest, rows: "models.QuerySet[Any]") -> None:
    """Has the groups judged again."""
    _switch(request, rows, enabled=True)


@admin.action(description=_("Disable"), permissions=["change"])
def disable_selected(model_admin: Any, request: HttpRequest, rows: "models.QuerySet[Any]") -> None:
    """Has the groups never hit."""
    _switch(request, rows, enabled=False)


def _switch(request: HttpRequest, rows: "models.QuerySet[Any]", *, enabled: bool) -> None:
    if not all(may_edit(request.user, row) for row in rows.only("pk", "owner")):
        raise PermissionDenied
    keys = set(rows.order_by().values_list("pk", flat=True))
    by = request.user if isinstance(request.user, User) else None
    number = switch(keys, enabled=enabled, by=by)
    said = (
        ngettext("%(n)d group is enabled now.", "%(n)d groups are enabled now.", number)
        if enabled
        else ngettext("%(n)d group is disabled now.", "%(n)d groups are disabled now.", number)
    )
    messages.success(request, said % {"n": number})
