"""A real browser at a real server, in either language; whatever the browser complains of fails the test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests.journeys.person import Person
from tests.journeys.service import Service
from tests.live_state import own_live_state
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.demo import DOCUMENT
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.engine import decode_document
from toolgroups_admin.releases.models import Environment

__all__ = ["own_live_state"]

HERE = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LOCALES = {"zh-hans": "zh-CN", "en": "en-US"}
SERIALIZED = "_test_serialized_contents"
PATIENCE_MILLISECONDS = 10_000
GIVEN_UP = ("htmx:afterRequest", "htmx:sendAbort")  # what HTMX says of a request that was replaced by a newer one


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every test in this folder is a journey, made in each language or in the one that its mark names."""
    journeys = [item for item in items if isinstance(item, pytest.Function) and item.path.is_relative_to(HERE)]
    for journey in journeys:
        journey.add_marker(pytest.mark.journey)
    left_out = [journey for journey in journeys if not _is_wanted(journey)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _is_wanted(journey: pytest.Function) -> bool:
    mark = journey.get_closest_marker("in_language")
    callspec = getattr(journey, "callspec", None)
    return mark is None or callspec is None or callspec.params.get("language") in (None, *mark.args)


def _among_other_tests(fixture_name: str, config: pytest.Config) -> Literal["module", "session"]:
    """A browser stays open, and its event loop with it, only where no other tests would run beside it."""
    only_journeys = all(Path(argument.partition("::")[0]).resolve().is_relative_to(HERE) for argument in config.args)
    return "session" if only_journeys else "module"


@pytest.fixture(scope=_among_other_tests)
def chromium(django_db_setup: None) -> Iterator[Browser]:
    """A browser for all journeys. While it runs, Playwright keeps an event loop in this thread.

    So Django must not refuse to be called here, and the thread has another database connection, which has to know
    what the migrations left in the tables.
    """
    if CHROMIUM is None:
        pytest.skip("no Chromium; on Debian: apt-get install chromium")
    left_by_migrations = getattr(connection, SERIALIZED, "[]")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        setattr(connection, SERIALIZED, left_by_migrations)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def tables(chromium: Browser, django_db_serialized_rollback: None, transactional_db: None) -> None:
    """Tables as the migrations leave them, which the server's threads see as well."""


@pytest.fixture(params=list(LOCALES))
def language(request: pytest.FixtureRequest) -> str:
    """Each journey is made in each language."""
    return str(request.param)


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of; a journey that provokes it on purpose takes it out."""
    return []


@pytest.fixture
def page(chromium: Browser, language: str, live_server: LiveServer, complaints: list[str]) -> Iterator[Page]:
    with browsing(chromium, live_server.url, language, complaints) as page:
        yield page
    assert complaints == []


@contextmanager
def browsing(chromium: Browser, address: str, language: str, complaints: list[str]) -> Iterator[Page]:
    """A window that shares nothing with others, at the server's address; `complaints` gets what the browser says."""
    context = chromium.new_context(base_url=address, locale=LOCALES[language])
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    page = context.new_page()

    def note(message: ConsoleMessage) -> None:
        if message.text in GIVEN_UP:
            return
        if message.type == "error" or "Content Security Policy" in message.text:
            complaints.append(f"{page.url}: {message.text}")

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    yield page
    page.goto("about:blank")  # nothing is asked of the server any more when its tables are emptied
    context.close()


@pytest.fixture
def person(page: Page, language: str) -> Person:
    """Somebody at the browser, with an account that may do everything."""
    User.objects.create_superuser("ada", password=Person.password)
    return Person("ada", page, language)


@pytest.fixture
def service(live_server: LiveServer, settings: Settings, own_live_state: Path) -> Service:
    """A program with a key for production; the server follows what is published, as it does when it runs for real."""
    settings.LIVE_POLL_SECONDS = 0.1
    return Service.with_key(live_server.url, Environment.objects.get(name="production"))


@pytest.fixture
def demo() -> None:
    """The demo, edited and not published."""
    apply_import(plan_import(decode_document(DOCUMENT.read_bytes())), by=None)
