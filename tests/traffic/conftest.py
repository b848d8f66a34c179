"""A live state for the tests of traffic, and people."""

from collections.abc import Iterator

import pytest

from tests.live_state import own_live_state
from tests.releases.conftest import ada, browser, in_english, production
from toolgroups_admin.execution.background import BACKGROUND
from toolgroups_admin.traffic.writing import WRITER

__all__ = ["ada", "browser", "in_english", "own_live_state", "production"]


@pytest.fixture(scope="session", autouse=True)
def the_loop_is_stopped() -> Iterator[None]:
    yield
    BACKGROUND.stop()


@pytest.fixture(autouse=True)
def nothing_waits() -> Iterator[None]:
    """What one test has recorded is not another's."""
    WRITER._waiting.clear()
    yield
    WRITER._waiting.clear()
