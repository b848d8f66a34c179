"""What the pages that publish and roll back have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.history import Difference, differences
from toolgroups_admin.catalog.models import Change
from toolgroups_admin.engine import InvalidDocument

from ..candidates import Candidate
from ..comparing import ObjectChange, with_states
from ..errors import (
    AlreadyLifted,
    AlreadyLive,
    AlreadyOff,
    DraftChanged,
    NeverLive,
    NothingToPublish,
    NotInRelease,
    Objected,
    PublishedMeanwhile,
    ReleaseRefused,
)
from ..wording import headline, sentences
from .fault_places import in_words_with_place

MOST_SHOWN = 200


class CommentForm(forms.Form):
    """Why, and what the person looked at when deciding."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        required=False,
        max_length=2000,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text=gettext_lazy("Kept in the history; colleagues read it when they look for a cause."),
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


@dataclass(frozen=True, slots=True)
class Shown:
    """One change as the page shows it."""

    change: Change
    headline: str
    sentences: Sequence[str]
    differences: Sequence[Difference]


def shown(changes: Sequence[ObjectChange]) -> list[Shown]:
    """The first changes in words, with what differs in those that change."""
    return [
        Shown(
            change,
            headline(change),
            sentences(change),
            differences(change) if change.outcome is Change.Outcome.CHANGED else (),
        )
        for change in with_states(changes[:MOST_SHOWN])
    ]


def page(
    site: AdminSite, request: HttpRequest, template: str, *, changes: Sequence[ObjectChange] = (), **context: Any
) -> TemplateResponse:
    """A page of the admin that lists changes."""
    return TemplateResponse(
        request,
        template,
        {
            **site.each_context(request),
            "shown": shown(changes),
            "number_of_changes": len(changes),
            "not_shown": max(len(changes) - MOST_SHOWN, 0),
            **context,
        },
    )


def person(request: HttpRequest) -> User:
    """Who is signed in; the admin lets nobody else in."""
    assert isinstance(request.user, User)
    return request.user


def why_refused(refused: ReleaseRefused) -> str:
    """What stood in the way, in the language of the page."""
    if isinstance(refused, PublishedMeanwhile):
        words = _(
            "Release %(found)d went live while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        )
        return words % {"found": refused.found}
    reasons: dict[type[ReleaseRefused], str] = {
        NothingToPublish: _("Nothing differs from what is live, so there is nothing to publish."),
        DraftChanged: _(
            "Somebody edited the draft while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        ),
        AlreadyLive: _("This release is live there already."),
        NeverLive: _("This release was never live there, so there is nothing to roll back to."),
        Objected: _("Scenarios fail, and this environment refuses a release that breaks them. Nothing was published."),
        NotInRelease: _("The live release does not have this any more, so there is nothing to switch off."),
        AlreadyOff: _("This is switched off there already."),
        AlreadyLifted: _("Somebody lifted this already."),
    }
    return reasons[type(refused)]


def faults_in_words(invalid: InvalidDocument, candidate: Candidate) -> list[str]:
    """Every fault of a document that does not compile, with the object it is in."""
    return [in_words_with_place(fault, candidate) for fault in invalid.faults]
