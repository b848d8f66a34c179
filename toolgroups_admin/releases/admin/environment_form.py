"""The form of an environment: addresses are read before they are kept, and nobody takes back unseen what others set."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.catalog.inputs import JSONInput
from toolgroups_admin.execution import AllowList, InvalidAllowEntry

from ..configuring import SETTINGS, settings_of
from ..models import Environment, EnvironmentChange
from ..pointing import lock_environments
from ..setting_words import settings_in_words
from ..wording import joined


class EnvironmentForm(AnyModelForm):
    """One entry a line; `seen` are the settings as the page showed them."""

    seen = JSONInput(label=gettext_lazy("settings"), required=False, widget=forms.HiddenInput)

    class Meta:
        model = Environment
        fields = "__all__"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = settings_of(self.instance)

    def clean_allow_list(self) -> str:
        """Hosts, addresses and networks, each with or without a port."""
        lines = [line.strip() for line in self.cleaned_data["allow_list"].splitlines() if line.strip()]
        try:
            AllowList(lines)
        except InvalidAllowEntry as invalid:
            words = _(
                "“%(entry)s” is no host, address or network. Write one a line, each with or without a port: "
                "localhost:8080, 10.1.0.0/16, [::1]:9000."
            )
            raise ValidationError(words, code="allow_list", params={"entry": invalid.value}) from invalid
        return "\n".join(lines)

    def clean(self) -> dict[str, Any]:
        super().clean()
        seen = self.cleaned_data.get("seen")
        if self.instance.pk and isinstance(seen, dict):
            self._refuse_unseen(seen)
        return self.cleaned_data

    def _refuse_unseen(self, seen: dict[str, Any]) -> None:
        lock_environments()
        now = settings_of(Environment.objects.get(pk=self.instance.pk))
        unseen = [name for name in SETTINGS if seen.get(name) != now[name]]
        if not unseen:
            return
        change = EnvironmentChange(
            before={name: seen.get(name) for name in unseen}, after={name: now[name] for name in unseen}
        )
        words = _("Somebody changed this while you were looking: %(changes)s. Look at what you typed again, then save.")
        said = words % {"changes": joined(settings_in_words(change))}
        self.add_error(None, ValidationError(said, code="unseen"))
        self.data = {**dict(self.data.items()), self.add_prefix("seen"): json.dumps(now)}
