"""What is done with one object beside its form: enabling it in the list, cloning and retiring it."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from toolgroups_admin.accounts.models import User

from ..cloning import clone, replace, retire
from ..mapping import MODEL_OF
from ..models import CatalogObject, Kind, ToolGroup
from ..owning import may_edit
from ..references import users_of
from ..switching import switch
from .clone_form import CloneForm
from .questions import for_editors

GROUPS = "admin:catalog_toolgroup_changelist"


@for_editors
@require_POST
def switch_group(request: HttpRequest, pk: int) -> HttpResponse:
    """Enables or disables one group, and goes back to the list as it was narrowed."""
    group = get_object_or_404(ToolGroup, pk=pk)
    if not _may(request, "change", group):
        raise PermissionDenied
    enabled = request.POST.get("enabled") == "true"
    switch([pk], enabled=enabled, by=_person(request))
    said = _("“%(name)s” is enabled now.") if enabled else _("“%(name)s” is disabled now.")
    messages.success(request, said % {"name": group.name})
    response = redirect(GROUPS)
    if query := request.GET.urlencode():
        response["Location"] += f"?{query}"
    return response


@for_editors
def clone_object(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Clones an object under another name, which users of the old one take in its place."""
    row = _row(kind, pk)
    users = users_of(row)
    if not (_may(request, "view", row) and _may(request, "add", row)):
        raise PermissionDenied
    form = CloneForm(row, users, request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _cloned(request, row, form)
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Clone %(object)s and retire it") % {"object": row},
        "opts": row._meta,
        "original": row,
        "form": form,
    }
    return render(request, "catalog/clone.html", context)


@transaction.atomic
def _cloned(request: HttpRequest, row: CatalogObject, form: CloneForm) -> HttpResponse:
    """Does what the form says; each right is asked for where it is needed."""
    by, why = _person(request), form.cleaned_data["why"]
    if not all(_may(request, "change", user) for user in form.takers):
        raise PermissionDenied
    fresh = clone(row, form.cleaned_data["identity"], by=by, why=why)
    replace(row, fresh, form.takers, by=by, why=why)
    if form.cleaned_data["retire"]:
        if not _may(request, "delete", row):
            raise PermissionDenied
        if not retire(row, by=by, why=why):
            messages.warning(request, _("“%(name)s” is still used, so it was not deleted.") % {"name": row})
    messages.success(request, _("“%(name)s” is there now.") % {"name": fresh})
    return redirect(f"admin:catalog_{fresh._meta.model_name}_change", fresh.pk)


def _row(kind: str, pk: int) -> CatalogObject:
    if kind not in Kind.values:
        raise Http404
    row: CatalogObject = get_object_or_404(MODEL_OF[Kind(kind)], pk=pk)
    return row


def _may(request: HttpRequest, what: str, row: CatalogObject) -> bool:
    has = request.user.has_perm(f"catalog.{what}_{row._meta.model_name}")
    return has and (what in {"view", "add"} or may_edit(request.user, row))


def _person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
