"""Accounts in the admin."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from .models import User
from .role_choices import RoleFilter, RolesField
from .roles import DUTIES, TITLES, title_of

if TYPE_CHECKING:
    PeopleAdmin = UserAdmin[User]
else:
    PeopleAdmin = UserAdmin  # not generic at run time

admin.site.unregister(Group)


@admin.register(User)
class AccountAdmin(PeopleAdmin, ModelAdmin):
    """People: name, sign-in, what they may do. Permissions come by roles, never one by one."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "last_name", "first_name", "email", "roles", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser", RoleFilter)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("last_name", "first_name", "email")}),
        (_("What they may do"), {"fields": ("is_active", "is_staff", "groups", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "usable_password", "password1", "password2")}),
        (_("What they may do"), {"fields": ("is_staff", "groups")}),
    )
    readonly_fields = ("last_login", "date_joined")

    @admin.display(description=_("roles"))
    def roles(self, user: User) -> str:
        """The person's roles by their titles."""
        return " · ".join(title_of(group) for group in user.groups.all()) or "–"

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"is_staff": True}  # without it nobody gets in here

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).prefetch_related("groups")

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field: Any = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "groups" and isinstance(field.widget, RelatedFieldWidgetWrapper):
            field.widget = field.widget.widget  # nobody makes a role on the way
        return field

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "groups":
            return RolesField(required=False, help_text="")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only who may do everything says so of somebody else."""
        shown = super().get_readonly_fields(request, obj)
        return shown if _may_everything(request) else (*shown, "is_superuser")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Who may not do everything does not get there by another's account."""
        beyond = obj is not None and obj.is_superuser and not _may_everything(request)
        return not beyond and super().has_change_permission(request, obj)


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):
    """The five roles, which stay as they are, and groups of one's own beside them."""

    list_display = ("role", "duty", "people")
    ordering = ("id",)
    search_fields = ()

    @admin.display(description=_("role"))
    def role(self, group: Group) -> str:
        return title_of(group)

    @admin.display(description=_("what they do"))
    def duty(self, group: Group) -> str:
        return str(DUTIES.get(group.name, "–"))

    @admin.display(description=_("people"))
    def people(self, group: Any) -> str:
        address = f"{reverse('admin:accounts_user_changelist')}?role={group.pk}"
        return format_html('<a href="{}">{}</a>', address, group.members)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        return super().get_queryset(request).annotate(members=Count("user"))

    def get_fields(self, request: HttpRequest, obj: Group | None = None) -> Any:
        return ("role", "duty", "people") if _is_ours(obj) else super().get_fields(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Group | None = None) -> Any:
        return self.get_fields(request, obj) if _is_ours(obj) else ()

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The list for one of the five, which never change."""
        if _is_ours(self.get_object(request, object_id)):
            return redirect("admin:auth_group_changelist")
        return super().history_view(request, object_id, extra_context)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return not _is_ours(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return not _is_ours(obj) and super().has_delete_permission(request, obj)


def _may_everything(request: HttpRequest) -> bool:
    return bool(request.user.is_superuser)


def _is_ours(group: Group | None) -> bool:
    return group is not None and group.name in TITLES
