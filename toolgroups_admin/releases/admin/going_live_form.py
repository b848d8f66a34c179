"""The forms that say why, and when."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from ..models import Environment
from ..moments import refuse_too_far, with_offset


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


class MomentInput(UnfoldAdminTextInputWidget):
    """Date and time in one field, as the browser asks for them."""

    input_type = "datetime-local"

    def format_value(self, value: Any) -> str | None:
        """As the browser wants it, whatever the language writes."""
        return f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else value


class GoingLiveForm(CommentForm):
    """Why, and from when on; at once when no time is given."""

    not_before = forms.DateTimeField(label=gettext_lazy("Not before"), required=False, widget=MomentInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = _("Empty: at once. Times are those of this server, where it is %(now)s now.")
        self.fields["not_before"].help_text = words % {"now": with_offset(timezone.now())}

    def clean_not_before(self) -> datetime | None:
        """A time that is still to come."""
        moment: datetime | None = self.cleaned_data["not_before"]
        if moment and moment <= timezone.now():
            words = _("%(moment)s is over. Give a later time, or none to go live at once.")
            raise ValidationError(words % {"moment": with_offset(moment)})
        if moment:
            refuse_too_far(moment)
        return moment


def waits(environment: Environment, answers: Mapping[str, Any]) -> bool:
    """Whether what was sent goes live later: after approval, or at its time."""
    return environment.four_eyes or answers["not_before"] is not None


def kept(environment: Environment, answers: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a form is shown with again: what was typed, and the release that is live now."""
    return {**(answers or {}), "expected": environment.release.number if environment.release else 0}
