"""People and pages for the tests of the catalog."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.catalog.building import contains, group, load
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog import problems
from toolgroups_admin.catalog.models import ToolGroup


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Words outside a request, whatever language the page before was in."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def nothing_is_known() -> Iterator[None]:
    """What one test found out about its draft is no help to the next one."""
    problems._kept.clear()
    yield
    problems._kept.clear()


@pytest.fixture
def ada(db: Any) -> User:
    return administrator("ada")


@pytest.fixture
def bob(db: Any) -> User:
    return administrator("bob")


@pytest.fixture
def browser(ada: User) -> Client:
    """A browser in which Ada is signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    return client


@pytest.fixture
def letter(db: Any) -> ToolGroup:
    """A group whose only keyword has one letter."""
    load(
        groups=[{"name": "letter", "owner": "ops", "matcher": contains("x"), "system_prompt": "Be brief."}],
        prompts=[{"name": "p", "groups": ["letter"]}],
    )
    return group("letter")


def administrator(name: str) -> User:
    """Someone who may do everything; signed in by the test client, so without a password that takes time to hash."""
    return User.objects.create(username=name, is_staff=True, is_superuser=True)
