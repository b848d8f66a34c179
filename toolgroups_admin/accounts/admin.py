"""Accounts in the admin."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from .models import User

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
    list_display = ("username", "first_name", "last_name", "email", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser", "groups")
    filter_horizontal = ()
    autocomplete_fields = ("groups",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("last_name", "first_name", "email")}),
        (_("What they may do"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):
    """Bundles of permissions."""
