"""The page that compares two releases, or a release with the draft."""

from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget

from ..candidates import EMPTY, Candidate, contents, draft
from ..models import Release
from .pages import page

DRAFT = "draft"
MOST_OFFERED = 500
MOST_OF_COMMENT = 60


class CompareForm(forms.Form):
    """What is compared with what."""

    before = forms.ChoiceField(label=gettext_lazy("Before"), widget=UnfoldAdminSelectWidget)
    after = forms.ChoiceField(label=gettext_lazy("After"), widget=UnfoldAdminSelectWidget)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = Release.objects.whole().order_by("-number").prefetch_related("environments")
        wanted = offered.only("number", "comment")[:MOST_OFFERED]
        named = [(str(release.number), _named(release)) for release in wanted]
        for field in self.fields.values():
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(DRAFT, _("The draft")), *named]


def compare_page(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Shows what differs, object by object; without a question, between the two latest releases."""
    form = CompareForm(request.GET if request.GET.keys() & {"before", "after"} else _latest())
    before, after = EMPTY, EMPTY
    if form.is_valid():
        before, after = (_candidate(form.cleaned_data[side]) for side in ("before", "after"))
    title = _("Compare releases")
    return page(site, request, "releases/compare.html", title=title, form=form, before=before, after=after)


def _named(release: Release) -> str:
    """A release by its number, where it is live, and what was said of it."""
    places = [str(environment) for environment in release.environments.all()]
    comment = Truncator(release.comment.partition("\n")[0]).chars(MOST_OF_COMMENT)
    return " · ".join(part for part in (_("Release %(number)s") % {"number": release.number}, *places, comment) if part)


def _latest() -> dict[str, str]:
    numbers = [
        str(number) for number in Release.objects.whole().order_by("-number").values_list("number", flat=True)[:2]
    ]
    return {"before": (numbers or [DRAFT])[-1], "after": (numbers or [DRAFT])[0]}


def _candidate(side: str) -> Candidate:
    return draft() if side == DRAFT else contents(Release.objects.get(number=int(side)))
