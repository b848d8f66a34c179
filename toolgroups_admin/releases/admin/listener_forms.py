"""The forms of those who are told what happens."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from toolgroups_admin.catalog.admin.generics import AnyModelForm

from ..addresses import check_address
from ..models import MailRecipient, Webhook
from ..models.listeners import CHOSEN, all_events
from ..models.sealed import seal
from ..signing import new_secret


class ListenerForm(AnyModelForm):
    """Which events are told."""

    events = forms.MultipleChoiceField(
        label=capfirst(gettext_lazy("events")),
        choices=[(event.value, event.label) for event in CHOSEN],
        initial=all_events,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )


class WebhookForm(ListenerForm):
    """Where programs are told; a new one gets a secret, which is shown once."""

    class Meta:
        model = Webhook
        fields = ("environment", "url", "events", "enabled")

    def clean_url(self) -> str:
        """An address that can be called."""
        address: str = self.cleaned_data["url"]
        check_address(address, with_query=True)
        return address

    def save(self, commit: bool = True) -> Any:
        if not self.instance.secret:
            self.instance.token = new_secret()
            self.instance.secret = seal(self.instance.token)
        return super().save(commit)


class MailRecipientForm(ListenerForm):
    """Who gets mail."""

    class Meta:
        model = MailRecipient
        fields = ("environment", "address", "language", "events", "enabled")
