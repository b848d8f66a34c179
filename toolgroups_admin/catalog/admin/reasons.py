"""Asking why: in every form, and beside a step that has no form of its own."""

from django import forms
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextInputWidget

LONGEST_REASON = 2000


def reason_field() -> forms.CharField:
    """The field in which a person says why."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("Kept in the history beside this change."),
    )


class ReasonForm(forms.Form):
    """Only why."""

    why = reason_field()
