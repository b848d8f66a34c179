"""The page that replaces a key: how long both are let in, and the new token, once."""

from datetime import datetime, timedelta

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSplitDateTimeWidget

from ..models import APIKey
from ..moments import refuse_no_end
from ..replacing import OVERLAP, NotReplaceable, replace, usual_end
from .people import person

MOST_DAYS = 90


class ReplaceForm(forms.Form):
    """How long the old key is let in beside the new one, and until when the new one is."""

    days = forms.IntegerField(
        label=gettext_lazy("Days in which both are let in"),
        min_value=0,
        max_value=MOST_DAYS,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=gettext_lazy("Afterwards the old key is refused; 0 refuses it at once."),
    )
    expires_at = forms.SplitDateTimeField(
        label=capfirst(gettext_lazy("expires")),
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget,
        help_text=gettext_lazy("When the new key ends; empty for never."),
    )

    def clean_expires_at(self) -> datetime | None:
        """A time to come, or none."""
        moment: datetime | None = self.cleaned_data["expires_at"]
        refuse_no_end(moment)
        return moment


def replace_page(site: AdminSite, request: HttpRequest, key: APIKey) -> HttpResponse:
    """Asks how, and shows the new token in the one answer that has it."""
    usual = {"days": OVERLAP.days, "expires_at": usual_end(key)}
    form = ReplaceForm(request.POST or None, initial=usual)
    refusal = "" if key.is_replaceable else _("Only a key that is active and has no successor can be replaced.")
    made = None
    if request.method == "POST" and form.is_valid():
        days, expires_at = form.cleaned_data["days"], form.cleaned_data["expires_at"]
        try:
            made, token = replace(key, by=person(request), overlap=timedelta(days=days), expires_at=expires_at)
        except NotReplaceable:
            refusal = _("Only a key that is active and has no successor can be replaced.")
        else:
            made.token = token
    template = "releases/key_made.html" if made else "releases/replace_key.html"
    title = _("The key “%(key)s”") if made else _("Rotate “%(key)s”")
    context = {"title": title % {"key": key}, "key": made or key, "old": key, "form": form, "refusal": refusal}
    answer = TemplateResponse(request, template, {**site.each_context(request), **context})
    answer["Cache-Control"] = "no-store"
    return answer
