"""Ordered lists inside a form: dragged into order, filled by search."""

from typing import Any

from django import forms
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from ..models import GroupTool, PromptGroup, PromptTool
from ..ordering import put_in_order
from .choosing import ChooseBySearch
from .generics import AnyInlineFormSet, AnyModelForm


class OrderedFormSet(AnyInlineFormSet):
    """Keeps the order of the page: rows dragged by their numbers, new rows at the end."""

    def save(self, commit: bool = True) -> Any:
        saved = super().save(commit)
        put_in_order([form.instance for form in self._in_order()])
        return saved

    def _in_order(self) -> list[Any]:
        kept = [form for form in self.forms if form.instance.pk and form not in self.deleted_forms]
        return sorted(kept, key=lambda form: _place(form.cleaned_data.get("position")))


class OrderedForm(AnyModelForm):
    """One entry; its number is the page's business."""

    position = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            search = getattr(field.widget, "widget", None)
            if isinstance(search, ChooseBySearch) and self.instance.pk:
                search.chosen = getattr(self.instance, name)
        if self.instance.pk is None:
            self.initial["position"] = None

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if self.instance.position is None:
            self.instance.position = 0


class OrderedInline(TabularInline):
    """An ordered list of references, each chosen by search."""

    form = OrderedForm
    formset = OrderedFormSet
    extra = 0
    ordering_field = "position"
    hide_ordering_field = True
    hide_title = True
    reference: str

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == self.reference:
            kwargs["widget"] = ChooseBySearch(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        rows: models.QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(self.reference)


class GroupToolInline(OrderedInline):
    """The tools of a group."""

    model = GroupTool
    fields = ("tool", "position")
    autocomplete_fields = ("tool",)
    reference = "tool"
    verbose_name = _("tool")
    verbose_name_plural = _("tools, in order")


class PromptToolInline(OrderedInline):
    """The tools that a prompt always sends."""

    model = PromptTool
    fields = ("tool", "position")
    autocomplete_fields = ("tool",)
    reference = "tool"
    verbose_name = _("tool")
    verbose_name_plural = _("tools always sent, in order")


class PromptGroupInline(OrderedInline):
    """The groups of a prompt."""

    model = PromptGroup
    fields = ("group", "position")
    autocomplete_fields = ("group",)
    reference = "group"
    verbose_name = _("tool group")
    verbose_name_plural = _("groups, in the order in which they are judged")


def _place(position: int | None) -> tuple[bool, int]:
    return position is None, position or 0
