"""People, environments and a live state for the tests of releases."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from tests.live_state import own_live_state
from tests.releases.pages import signed_in
from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases.models import Environment

__all__ = ["own_live_state"]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Words that no page asks for are in English, whatever language the page of another test was in."""
    with override("en"):
        yield


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_superuser("ada", password="not-for-production-1")


@pytest.fixture
def production(db: Any) -> Environment:
    return Environment.objects.get_or_create(name="production")[0]


@pytest.fixture
def staging(db: Any) -> Environment:
    return Environment.objects.get_or_create(name="staging")[0]


@pytest.fixture
def browser(ada: User) -> Client:
    """A browser in which Ada is signed in."""
    return signed_in(ada)
