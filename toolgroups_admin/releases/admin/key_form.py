"""The form that makes an API key."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextareaWidget

from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.catalog.models import Prompt

from ..keys import SCOPES
from ..models import APIKey
from ..moments import refuse_no_end


class KeyForm(AnyModelForm):
    """What a new key may do, where, and until when."""

    scopes = forms.MultipleChoiceField(
        label=capfirst(gettext_lazy("scopes")),
        choices=[(scope, format_lazy("{} · {}", words, scope)) for scope, words in SCOPES.items()],
        initial=["resolve"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )
    prompts = forms.CharField(
        label=capfirst(gettext_lazy("prompts")),
        required=False,
        widget=UnfoldAdminTextareaWidget({"rows": 4}),
        help_text=gettext_lazy("The names of the only prompts it may use, one a line; empty for all."),
    )

    class Meta:
        model = APIKey
        fields = ("name", "environment", "scopes", "prompts", "expires_at")

    def clean_prompts(self) -> list[str] | None:
        """The names, each of which must be a prompt of the draft."""
        names = [line for line in self.cleaned_data["prompts"].splitlines() if line.strip()]
        known = set(Prompt.objects.filter(name__in=names[:500]).values_list("name", flat=True))
        if unknown := [name for name in names if name not in known]:
            raise ValidationError(
                _("There is no prompt “%(name)s”. Write the name as it stands in the list of prompts."),
                code="unknown_prompt",
                params={"name": unknown[0]},
            )
        return names or None

    def clean_expires_at(self) -> datetime | None:
        """A time to come, or none."""
        moment: datetime | None = self.cleaned_data["expires_at"]
        refuse_no_end(moment)
        return moment

    def _post_clean(self) -> Any:
        """The key is made by `make_key`, not from the fields of this form."""
