"""What all tests share: properties are judged by their answers, not by how busy the machine is."""

import unittest
from collections.abc import Iterator, Sequence

import pytest
from django.core.management.color import Style
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import HealthCheck, settings
from pytest_django.fixtures import Settings

settings.register_profile("house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """What needs no database is the same on every one: the second of two runs may leave it out."""
    parser.addoption("--with-database-only", action="store_true", help="leave out tests that need no database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--with-database-only"):
        left_out = [item for item in items if not _needs_database(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _needs_database(item)]


def _needs_database(item: pytest.Item) -> bool:
    if (
        item.get_closest_marker("django_db")
        or item.get_closest_marker("with_redis")
        or not DATABASE.isdisjoint(getattr(item, "fixturenames", ()))
    ):
        return True
    return issubclass(getattr(item, "cls", None) or object, unittest.TestCase)


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    """What a test leaves are a few rows; TRUNCATE, as Django does it, makes several new files for each table."""

    def delete(self: DatabaseOperations, style: Style, tables: Sequence[str], **options: bool) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete)
        yield


@pytest.fixture(autouse=True)
def _nothing_follows(settings: Settings) -> None:
    """No test leaves a thread behind that looks for releases while the next one runs, unless it asks for following."""
    settings.LIVE_POLL_SECONDS = 0


@pytest.fixture(autouse=True)
def _passwords_are_cheap(settings: Settings) -> None:
    """What makes guessing slow would make every sign-in here slow as well."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
