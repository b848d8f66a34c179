"""The page that brings a release back into the draft, whole or by object."""

from collections.abc import Collection

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from toolgroups_admin.engine import InvalidDocument

from ..bringing_back import bring_back
from ..candidates import contents, draft
from ..choices import Choice
from ..comparing import changes_from
from ..errors import NeedsMore, ReleaseRefused
from ..models import Release
from ..selecting import select
from .going_live_form import CommentForm
from .pages import faults_in_words, page
from .people import person
from .refusals import why_refused
from .shown_changes import choice_of, ticked_in


def bring_back_page(site: AdminSite, request: HttpRequest, release: Release) -> HttpResponse:
    """Shows what differs between the draft and the release, and brings back what is ticked when asked to."""
    if request.method != "POST":
        return _show(site, request, release)
    form, ticked = CommentForm(request.POST), ticked_in(request)
    if not form.is_valid():
        return _show(site, request, release, form=form, ticked=ticked)
    if not ticked:
        return _show(site, request, release, form=form, refusal=_("Nothing is ticked."), ticked=ticked)
    comment = form.cleaned_data["comment"]
    try:
        entries = bring_back(release, by=person(request), why=comment, chosen=ticked)
    except ReleaseRefused as refused:
        ticked += refused.choices if isinstance(refused, NeedsMore) else ()
        return _show(site, request, release, comment=comment, refusal=why_refused(refused), ticked=ticked)
    except InvalidDocument as invalid:
        objects = [(choice.kind, choice.identity) for choice in ticked]
        faults = faults_in_words(invalid, select(draft(), contents(release), objects).candidate)
        return _show(site, request, release, form=form, faults=faults, ticked=ticked)
    words = ngettext(
        "%(count)d object of the draft is as in release %(number)d.",
        "%(count)d objects of the draft are as in release %(number)d.",
        len(entries),
    )
    messages.success(request, words % {"count": len(entries), "number": release.number})
    return redirect("admin:catalog_change_changelist")


def _show(
    site: AdminSite,
    request: HttpRequest,
    release: Release,
    *,
    form: CommentForm | None = None,
    comment: str = "",
    refusal: str = "",
    faults: list[str] | None = None,
    ticked: Collection[Choice] | None = None,
) -> HttpResponse:
    before, after = draft(), contents(release)
    return page(
        site,
        request,
        "releases/bring_back.html",
        title=_("Bring release %(number)d back into the draft") % {"number": release.number},
        before=before,
        after=after,
        ticked=[choice_of(change) for change in changes_from(before, after)] if ticked is None else ticked,
        form=form or CommentForm(initial={"comment": comment, "expected": 0}),
        refusal=refusal,
        faults=faults or [],
    )
