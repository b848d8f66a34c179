"""People, the demo and a live state for the tests of dry runs."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from tests.dryrun.batches import Queue
from tests.live_state import own_live_state
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.demo import DOCUMENT
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun import sources
from toolgroups_admin.dryrun.batches.queueing import ask_instead

__all__ = ["own_live_state"]


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create(username="ada", is_staff=True, is_superuser=True)


@pytest.fixture
def demo(db: Any) -> dict[str, Any]:
    """The demo's document, which is the draft now."""
    document: dict[str, Any] = json.loads(DOCUMENT.read_text())
    apply_import(plan_import(document), by=None)
    return document


@pytest.fixture(params=["en", "zh-hans"])
def language(request: pytest.FixtureRequest) -> str:
    language: str = request.param
    return language


@pytest.fixture
def english() -> Iterator[None]:
    """English for what is said outside a request."""
    with override("en"):
        yield


@pytest.fixture
def browser(ada: User) -> Client:
    """A browser in which Ada is signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    return client


@pytest.fixture(autouse=True)
def nothing_kept_compiled() -> Iterator[None]:
    sources.forget()
    yield
    sources.forget()


@pytest.fixture(autouse=True)
def queue() -> Iterator[Queue]:
    """The queue of tasks, without a worker."""
    queue = Queue()
    ask_instead(queue.append)
    yield queue
    ask_instead(None)
