"""What all tests share: properties are judged by their answers, not by how busy the machine is."""

import sys
import unittest
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from django.core.management.color import Style
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import HealthCheck, settings
from pytest_django.fixtures import Settings

settings.register_profile("house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

WALKING = {"faults", "house", "journeys"}
DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """What needs no database is the same on every one: the second of two runs may leave it out."""
    parser.addoption("--with-database-only", action="store_true", help="leave out tests that need no database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if _is_not_measured(item):
            item.add_marker("no_cover")
    if config.getoption("--with-database-only"):
        left_out = [item for item in items if not _needs_database(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _needs_database(item)]


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """What the engine remembers it works out once, and that once must not be where nothing is measured."""
    if item.get_closest_marker("no_cover"):
        for remembering in _remembering_functions():
            remembering.cache_clear()


@cache
def _remembering_functions() -> list[Any]:
    modules = [module for name, module in sys.modules.items() if name.startswith("toolgroups_admin.engine.")]
    return [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]


def _is_not_measured(item: pytest.Item) -> bool:
    """What is covered by chance, or by walking through all of the product, has no test of its own yet."""
    by_chance = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return by_chance or not WALKING.isdisjoint(part.name for part in item.path.parents)


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
