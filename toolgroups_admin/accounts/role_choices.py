"""Choosing roles: in the form of a person, and to narrow the list of people."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from .models import User
from .roles import DUTIES, title_of

if TYPE_CHECKING:
    GroupsField = forms.ModelMultipleChoiceField[Group]
else:
    GroupsField = forms.ModelMultipleChoiceField  # not generic at run time


class RolesField(GroupsField):
    """Roles to tick, each with what it is for."""

    widget = UnfoldAdminCheckboxSelectMultipleWidget

    def __init__(self, **options: Any) -> None:
        super().__init__(Group._default_manager.order_by("id"), label=_("Roles"), **options)

    def label_from_instance(self, obj: Group) -> str:
        """Title and duty."""
        duty = DUTIES.get(obj.name)
        return f"{title_of(obj)} — {duty}" if duty else title_of(obj)


class RoleFilter(admin.SimpleListFilter):
    """People who have a role."""

    title = _("role")
    parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(group.pk), title_of(group)) for group in Group._default_manager.order_by("id")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        chosen = self.value()
        return queryset.filter(groups=int(chosen)) if chosen and chosen in dict(self.lookup_choices) else queryset
