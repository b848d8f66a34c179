"""What a person fills in to clone an object and retire it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..candidates import candidate
from ..cloning import members_of
from ..fault_words import by_member
from ..mapping import SECTION_OF
from ..models import CatalogObject
from ..models.base import LONGEST_IDENTITY
from ..probing import probe


class CloneForm(forms.Form):
    """The identity of the clone, the users that take it, and whether the old one goes."""

    identity = forms.CharField(label=gettext_lazy("Name of the clone"), max_length=LONGEST_IDENTITY, strip=False)
    users = forms.MultipleChoiceField(
        label=gettext_lazy("Take the clone in its place"), required=False, widget=forms.CheckboxSelectMultiple
    )
    retire = forms.BooleanField(label=gettext_lazy("Delete the old one when nobody uses it any more"), required=False)
    why = forms.CharField(label=gettext_lazy("Reason"), max_length=2000, required=False)

    def __init__(self, row: CatalogObject, users: Sequence[CatalogObject], data: Any = None) -> None:
        self.row = row
        self.by_name = {f"{user.kind}:{user.pk}": user for user in users}
        super().__init__(data, initial={"users": list(self.by_name), "identity": f"{row.identity}-2"})
        choices = [(name, f"{user._meta.verbose_name} “{user}”") for name, user in self.by_name.items()]
        self.fields["users"].choices = choices  # type: ignore[attr-defined]

    @property
    def takers(self) -> list[CatalogObject]:
        """The users that were chosen."""
        return [self.by_name[name] for name in self.cleaned_data["users"]]

    def clean_identity(self) -> str:
        """Refuses an identity that is taken, or that a document cannot have."""
        identity: str = self.cleaned_data["identity"]
        model = type(self.row)
        if model._default_manager.filter(**{model.identity_field: identity}).exists():
            raise ValidationError(_("There is one of this name already. Choose another name."), code="taken")
        members = {**members_of(self.row), model.identity_field: identity}
        if members.get("name") == "":
            del members["name"]
        faults = by_member(probe(candidate(self.row.kind, members)), SECTION_OF[self.row.kind])
        if faults:
            raise ValidationError([error for errors in faults.values() for error in errors])
        return identity
