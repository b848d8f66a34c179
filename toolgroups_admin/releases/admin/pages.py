"""What the pages that publish, promote, roll back and bring back have in common."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from toolgroups_admin.engine import InvalidDocument

from ..affecting import prompts_affected
from ..candidates import EMPTY, Candidate
from ..choices import Choice
from ..comparing import changes_from
from ..errors import (
    AlreadyLifted,
    AlreadyLive,
    AlreadyOff,
    Cleared,
    DraftChanged,
    LintErrors,
    NeedsMore,
    NeverLive,
    NothingToPublish,
    NotInRelease,
    Objected,
    PublishedMeanwhile,
    ReleaseRefused,
    WarningsUnread,
)
from ..wording import joined
from .fault_places import in_words_with_place
from .shown_changes import MOST_SHOWN, shown, with_boxes


class CommentForm(forms.Form):
    """Why, and the release that was live when the person looked."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        required=False,
        max_length=2000,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text=gettext_lazy("Kept in the history; colleagues read it when they look for a cause."),
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


def page(
    site: AdminSite,
    request: HttpRequest,
    template: str,
    *,
    before: Candidate = EMPTY,
    after: Candidate = EMPTY,
    ticked: Collection[Choice] | None = None,
    **context: Any,
) -> TemplateResponse:
    """A page of the admin that lists what differs; with boxes to tick when it is said which are ticked."""
    changes = changes_from(before, after)
    entries = shown(changes, affected=prompts_affected(before, after, changes[:MOST_SHOWN]))
    if ticked is not None:
        entries = with_boxes(changes, entries, ticked)
    return TemplateResponse(
        request,
        template,
        {
            **site.each_context(request),
            "shown": entries,
            "number_of_changes": len(changes),
            "not_shown": len(changes) - len(entries),
            **context,
        },
    )


def why_refused(refused: ReleaseRefused) -> str:
    """What stood in the way, in the language of the page."""
    if isinstance(refused, PublishedMeanwhile):
        words = _(
            "Release %(found)d went live while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        )
        return words % {"found": refused.found}
    if isinstance(refused, NeedsMore):
        words = _(
            "What you ticked needs further changes, which are ticked now too: %(objects)s. Look at them, then go on. "
            "Your comment is kept."
        )
        return words % {"objects": joined(f"{choice.kind.label} “{choice.identity}”" for choice in refused.choices)}
    reasons: dict[type[ReleaseRefused], str] = {
        NothingToPublish: _("Nothing differs from what is live, so there is nothing to publish."),
        DraftChanged: _(
            "Somebody edited the draft while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        ),
        AlreadyLive: _("This release is live there already."),
        Cleared: _("This release was cleared, since it had not been live for long: its objects are gone."),
        NeverLive: _("This release was never live there, so there is nothing to roll back to."),
        Objected: _("Scenarios fail, and this environment refuses a release that breaks them. Nothing was published."),
        LintErrors: _("Lint finds errors. Mend or waive them, or leave their objects out. Nothing was published."),
        WarningsUnread: _(
            "There are warnings that you have not said to have read. Read them, tick the box below, then go on. "
            "Your comment is kept."
        ),
        NotInRelease: _("The live release does not have this any more, so there is nothing to switch off."),
        AlreadyOff: _("This is switched off there already."),
        AlreadyLifted: _("Somebody lifted this already."),
    }
    return reasons[type(refused)]


def faults_in_words(invalid: InvalidDocument, candidate: Candidate) -> list[str]:
    """Every fault of a document that does not compile, with the object it is in."""
    return [in_words_with_place(fault, candidate) for fault in invalid.faults]
