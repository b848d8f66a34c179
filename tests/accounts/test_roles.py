"""Roles are made with the tables, and have exactly what the rooms granted them."""

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser, Group, Permission

from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role, give_permissions, has_role, title_of

pytestmark = pytest.mark.django_db


def after_migrating(app: str = "catalog") -> None:
    give_permissions(apps.get_app_config(app), using="default")


def permissions_of(role: Role) -> set[str]:
    return set(Group.objects.get(name=role).permissions.values_list("codename", flat=True))


def test_there_are_five_roles_with_titles() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == {str(role) for role in Role}
    assert title_of(Group(name="QA")) != "QA"
    assert title_of(Group(name="our own")) == "our own"


def test_a_role_that_was_tampered_with_or_deleted_is_mended_by_the_next_migration() -> None:
    before = permissions_of(Role.EDITOR)
    tester = Group.objects.get(name=Role.QA)
    tester.permissions.add(Permission.objects.get(codename="delete_tool"))
    Group.objects.get(name=Role.EDITOR).delete()

    for app in apps.get_app_configs():
        after_migrating(app.label)

    assert "delete_tool" not in permissions_of(Role.QA)
    assert permissions_of(Role.EDITOR) == before


def test_permissions_of_rooms_that_grant_nothing_stay() -> None:
    auditor = Group.objects.get(name=Role.AUDITOR)
    auditor.permissions.add(Permission.objects.get(codename="view_session"))

    after_migrating("sessions")

    assert "view_session" in permissions_of(Role.AUDITOR)


def test_who_has_a_role() -> None:
    editor = User.objects.create(username="eva")
    editor.groups.add(Group.objects.get(name=Role.EDITOR))

    assert has_role(editor, Role.EDITOR)
    assert not has_role(editor, Role.PUBLISHER)
    assert has_role(User.objects.create(username="root", is_superuser=True), Role.PUBLISHER)
    assert not has_role(AnonymousUser(), Role.EDITOR)
