"""Who uses an object, in its form, and cloning it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from ..cloning import members_of
from ..further_links import FurtherLink, further_links
from ..mapping import LINKS
from ..models import CatalogObject, Kind
from ..references import users_of


class ShowsUses(ModelAdmin):
    """Names the users of an object, each a link, offers a clone of it, and says where else one goes from there."""

    readonly_fields = ("used_by",)

    @admin.display(description=_("used by"))
    def used_by(self, row: CatalogObject) -> str:
        """The users, and the two ways of cloning; nothing of an object that is not saved yet."""
        if row.pk is None:
            return ""
        name = row._meta.model_name
        context = {
            "users": [(user._meta.verbose_name, user, _address_of(user)) for user in users_of(row)],
            "place": _place_for(row),
            "may_be_used": row.kind != "prompt",
            "may_be_cloned": getattr(row, "may_be_cloned", False),
            "further": getattr(row, "further_links", ()),
            "clone": f"{reverse(f'admin:catalog_{name}_add')}?clone={row.pk}",
            "retire": reverse("catalog:clone", args=[row.kind, row.pk]),
        }
        return render_to_string("catalog/used_by.html", context)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **options: Any) -> Any:
        """As Django, with the row told whether the person may clone it, and where they may go from it."""
        if row := options.get("obj"):
            row.may_be_cloned = self.has_add_permission(request)
            row.further_links = further_links(request.user, row)
        return super().render_change_form(request, context, **options)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """As Django, and where a row is to be cloned, all of it under a name that is to be changed."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        row = self._to_clone(request, initial.pop("clone", ""))
        if row is None:
            return initial
        return {**initial, **members_of(row), row.identity_field: f"{row.identity}-2"}

    def _to_clone(self, request: HttpRequest, key: str) -> CatalogObject | None:
        row: CatalogObject | None = self.get_object(request, key) if key else None
        return row if row is not None and self.has_view_permission(request, row) else None


def shown_list(row: CatalogObject, member: str) -> str:
    """The objects in a list of a row, in order, each a link."""
    [links] = [links for links in LINKS[row.kind] if links.member == member]
    rows = links.model._default_manager.filter(**{links.source: row}).select_related(links.target)
    targets = [getattr(each, links.target) for each in rows]
    return format_html_join(", ", '<a href="{}">{}</a>', ((_address_of(target), target) for target in targets))


def _place_for(row: CatalogObject) -> FurtherLink | None:
    """Where what nobody uses yet is put to use."""
    if row.kind == Kind.GROUP:
        return FurtherLink(gettext("Add it to a prompt"), reverse("admin:catalog_prompt_changelist"))
    if row.kind == Kind.TOOL:
        return FurtherLink(gettext("Add it to a group"), reverse("admin:catalog_toolgroup_changelist"))
    return None


def _address_of(row: CatalogObject) -> str:
    return reverse(f"admin:catalog_{row._meta.model_name}_change", args=[row.pk])
