"""The page that brings back a state that an object had."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User

from ..fault_words import in_words
from ..history import Difference, differences_between, row_of
from ..mapping import MODEL_OF
from ..models import CatalogObject, Change, Kind
from ..reverting import Moment, RevertRefused, gone_references, revert, state_at
from .reasons import ReasonForm


@dataclass(frozen=True, slots=True)
class WayBack:
    """A state to which somebody may go back from an entry, and in which words."""

    address: str
    words: str


def ways_back(change: Change, row: CatalogObject | None, *, may_edit: bool) -> Sequence[WayBack]:
    """The states of an entry that the object has not now, for those who may edit it; None is one that is gone."""
    if not may_edit:
        return ()
    words = {Moment.BEFORE: _("Bring back the state before this…"), Moment.AFTER: _("Bring back the state after this…")}
    current = row.fragment_id if row else None
    states = {moment: state_at(change, moment) for moment in Moment}
    return [
        WayBack(reverse("admin:catalog_change_revert", args=[change.pk, moment]), words[moment])
        for moment, state in states.items()
        if state is not None and state.digest != current
    ]


def may_bring_back(request: HttpRequest, change: Change, row: CatalogObject | None) -> bool:
    """Whether somebody may edit the object of an entry, or make it again when it is gone."""
    page = admin.site.get_model_admin(MODEL_OF[Kind(change.kind)])
    return bool(page.has_add_permission(request) if row is None else page.has_change_permission(request, row))


def revert_page(request: HttpRequest, change: Change, moment: Moment) -> HttpResponse:
    """Shows what going back changes, and does it when asked to."""
    row = row_of(change)
    if not may_bring_back(request, change, row):
        raise PermissionDenied
    form, faults = ReasonForm(request.POST if request.method == "POST" else None), list[str]()
    if form.is_valid():
        person = request.user if isinstance(request.user, User) else None
        try:
            revert(change, moment, by=person, why=form.cleaned_data["why"])
        except RevertRefused as refused:
            faults = [refused.why, *(in_words(fault, fault.path.removeprefix("$.")) for fault in refused.faults)]
        else:
            messages.success(request, _("“%(object)s” is as it was then.") % {"object": change.identity})
            return redirect(_address(row_of(change)))
    context = {
        **admin.site.each_context(request),
        "title": _("Bring back an earlier state of “%(object)s”") % {"object": change.identity},
        "change": change,
        "moment": _in_words(change, moment),
        "form": form,
        "faults": faults,
        "gone": [_way_to(each) for each in gone_references(change, moment)],
        "differences": _differences(change, moment, row),
        "back": _address(row),
    }
    return render(request, "catalog/revert.html", context)


def _way_to(deletion: Change) -> WayBack:
    address = reverse("admin:catalog_change_revert", args=[deletion.pk, Moment.BEFORE])
    words = _("%(kind)s “%(identity)s”") % {"kind": deletion.get_kind_display(), "identity": deletion.identity}
    return WayBack(address, words)


def _in_words(change: Change, moment: Moment) -> str:
    """Which state it is, by the change that it was before or after."""
    words = {
        Moment.BEFORE: _("Its state before the change of %(when)s by %(who)s."),
        Moment.AFTER: _("Its state after the change of %(when)s by %(who)s."),
    }
    when = date_format(timezone.localtime(change.at), "DATETIME_FORMAT")
    return words[moment] % {"who": change.by or _("the command line"), "when": when}


def _differences(change: Change, moment: Moment, row: CatalogObject | None) -> list[Difference]:
    return differences_between(Kind(change.kind), row.fragment if row else None, state_at(change, moment))


def _address(row: CatalogObject | None) -> str:
    if row is None:
        return reverse("admin:catalog_change_changelist")
    return reverse(f"admin:catalog_{row._meta.model_name}_history", args=[row.pk])
