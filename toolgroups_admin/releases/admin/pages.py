"""What the pages that publish, promote, roll back and bring back have in common."""

from collections.abc import Collection
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse

from toolgroups_admin.engine import InvalidDocument

from ..affecting import prompts_affected
from ..candidates import EMPTY, Candidate
from ..choices import Choice
from ..comparing import changes_from
from .fault_places import in_words_with_place
from .shown_changes import MOST_SHOWN, shown, with_boxes


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


def faults_in_words(invalid: InvalidDocument, candidate: Candidate) -> list[str]:
    """Every fault of a document that does not compile, with the object it is in."""
    return [in_words_with_place(fault, candidate) for fault in invalid.faults]
