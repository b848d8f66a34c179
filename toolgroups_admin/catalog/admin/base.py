"""What the admin pages of the four kinds have in common."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.accounts.models import User

from ..history import changes_of, differences
from ..linked_pages import linked_pages
from ..models import CatalogObject
from ..owning import may_edit
from ..references import users_of
from ..saving import delete, record
from ..summaries import summary
from .in_words import in_words
from .overtaken import once_more_if_overtaken, refuse_dangling
from .problems import ShowsProblems
from .reasons import LONGEST_REASON
from .revert_page import ways_back

LISTS = frozenset({"changelist", "autocomplete"})


class CatalogAdmin(ShowsProblems):
    """Shows and edits one kind; saving, deleting and history are the verb modules'."""

    save_as = True
    list_per_page = 50
    show_full_result_count = False
    warn_unsaved_form = True
    compressed_fields = True
    not_in_lists: ClassVar[tuple[str, ...]] = ("waivers",)
    counts: ClassVar[dict[str, models.Expression]] = {}

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        rows: models.QuerySet[Any] = super().get_queryset(request)
        page = request.resolver_match.url_name if request.resolver_match else ""
        if (page or "").rsplit("_", 1)[-1] not in LISTS:
            return rows
        listed: models.QuerySet[Any] = rows.defer(*self.not_in_lists).annotate(**self.counts)
        return listed

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        fieldsets = super().get_fieldsets(request, obj)
        if not self._may_save(request, obj):
            return in_words(fieldsets, self.model)
        return [*fieldsets, (_("This change"), {"fields": ("why", "edited_version")})]

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        if request.method == "POST":
            self._compile_outside_the_transaction(request, object_id)
        view = super().changeform_view
        return once_more_if_overtaken(lambda: view(request, object_id, form_url, extra_context))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        view = super().delete_view
        return once_more_if_overtaken(lambda: view(request, object_id, extra_context))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        view = super().changelist_view
        return once_more_if_overtaken(lambda: view(request, extra_context))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        record([form.instance], by=person(request), why=form.cleaned_data.get("why", ""))
        refuse_dangling()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may edit at all, and this object of somebody's."""
        return bool(super().has_change_permission(request, obj)) and (obj is None or may_edit(request.user, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for editing."""
        return bool(super().has_delete_permission(request, obj)) and (obj is None or may_edit(request.user, obj))

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **options: Any) -> Any:
        row = options.get("obj")
        if row is not None and row.pk and not may_edit(request.user, row):
            context["owned_by"] = row.owner
        if row is not None and row.pk:
            context["linked_pages"] = linked_pages(row, request.user.has_perm)
        return super().render_change_form(request, context, **options)

    def get_deleted_objects(self, objs: Iterable[CatalogObject], request: HttpRequest) -> Any:
        """As Django, but what stands in the way is the list of users, with a link to each."""
        objs = list(objs)
        found, counts, perms_needed, _protected = super().get_deleted_objects(objs, request)
        protected = [self._user_link(row, user) for row in objs for user in users_of(row)]
        return found, counts, perms_needed, protected

    def delete_model(self, request: HttpRequest, obj: CatalogObject) -> None:
        delete(obj, by=person(request), why=request.POST.get("why", "").replace("\0", "")[:LONGEST_REASON])
        refuse_dangling()

    def delete_queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Every change of one object, latest first, member by member."""
        row = self.get_object(request, object_id)
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        if row is None:
            return redirect("admin:index")
        may = self.has_change_permission(request, row)
        changes = [(each, differences(each), ways_back(each, row, may_edit=may)) for each in changes_of(row)[:100]]
        context = {
            **self.admin_site.each_context(request),
            "title": _("History of %(object)s") % {"object": row},
            "subtitle": None,
            "opts": self.opts,
            "object": row,
            "original": row,
            "changes": changes,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "catalog/object_history.html", context)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The catalog keeps its own history."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The catalog keeps its own history."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:
        """The catalog keeps its own history."""

    def _may_save(self, request: HttpRequest, obj: Any) -> bool:
        if obj is None or not obj.pk:
            return bool(self.has_add_permission(request))
        return bool(self.has_change_permission(request, obj))

    def _compile_outside_the_transaction(self, request: HttpRequest, object_id: Any) -> None:
        """Has the form judged once before the transaction is open, so that no lock waits for the compiler.

        The verdict is remembered by `probing`; the form inside the transaction asks again and gets it at once.
        """
        row = self.get_object(request, object_id) if object_id and "_saveasnew" not in request.POST else None
        if not self._may_save(request, row):
            return
        form = self.get_form(request, row, change=row is not None)
        form(request.POST, request.FILES, instance=row).is_valid()

    def _user_link(self, row: CatalogObject, user: CatalogObject) -> str:
        address = reverse(f"admin:catalog_{user._meta.model_name}_change", args=[user.pk])
        return format_html(
            '{} “{}” → <a href="{}">{} “{}”</a>', row._meta.verbose_name, row, address, user._meta.verbose_name, user
        )


def person(request: HttpRequest) -> User | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, User) else None


def count_of(model: type[models.Model], link: str) -> models.Expression:
    """How many rows of `model` point to the listed row, as a subquery: joins would multiply."""
    pointing = model._default_manager.filter(**{link: models.OuterRef("pk")}).order_by()
    counted = pointing.values(link).annotate(number=models.Count("pk")).values("number")
    number: models.Expression = Coalesce(models.Subquery(counted, output_field=models.IntegerField()), 0)
    return number


def count_column(name: str, label: Any) -> Any:
    """A sortable column that shows an annotated count."""

    @admin.display(description=label, ordering=name)
    def column(self: CatalogAdmin, row: Any) -> int:
        return int(getattr(row, name))

    return column


def summary_column(member: str) -> Any:
    """A column that says the rule of a row in one sentence."""

    @admin.display(description=_("rule"))
    def column(self: CatalogAdmin, row: Any) -> str:
        return summary(getattr(row, member))

    return column
