"""The first run fills an empty installation, and no other."""

import io
import re

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases import live
from toolgroups_admin.releases.models import APIKey, Environment, Release

pytestmark = pytest.mark.django_db


def first_run() -> str:
    said = io.StringIO()
    call_command("first_run", stdout=said)
    return said.getvalue()


def found(pattern: str, said: str) -> str:
    match = re.search(pattern, said, re.MULTILINE)
    assert match, said
    return match[1]


def test_it_publishes_the_demo_to_production() -> None:
    first_run()

    assert Environment.objects.get(name="production").release == Release.objects.get(number=1, comment__contains="demo")
    assert ToolGroup.objects.filter(name="weather").exists()


def test_it_makes_an_administrator_with_the_password_that_it_prints() -> None:
    said = first_run()

    administrator = User.objects.get(username="admin")
    assert administrator.is_superuser
    assert administrator.check_password(found(r"Password +(\S+)$", said))


def test_it_makes_a_key_that_may_resolve_and_explain() -> None:
    said = first_run()

    key = live.refresh().key_for(found(r"API key +(\S+)$", said))
    assert key
    assert key.scopes == {"resolve", "explain"}


def test_a_second_run_changes_nothing_and_says_how_to_make_new_ones() -> None:
    first_run()

    said = first_run()

    assert (User.objects.count(), APIKey.objects.count(), Release.objects.count()) == (1, 1, 1)
    assert "manage.py changepassword admin" in said
    assert "manage.py make_key production NAME" in said
    assert "Password " not in said.replace("New password", "")


def test_an_installation_that_somebody_used_is_left_alone() -> None:
    User.objects.create_user("ada")

    first_run()

    assert not User.objects.filter(username="admin").exists()
    assert not ToolGroup.objects.exists()


@pytest.mark.parametrize(
    ("bind", "host"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("::1", "[::1]")]
)
def test_the_printed_address_can_be_reached_from_this_machine(settings: Settings, bind: str, host: str) -> None:
    settings.BIND, settings.PORT = bind, 8123

    assert f" http://{host}:8123/admin/\n" in first_run()
