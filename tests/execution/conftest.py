"""No loop outlives the tests of this folder."""

from collections.abc import Iterator

import pytest

from toolgroups_admin.execution.background import BACKGROUND


@pytest.fixture(scope="session", autouse=True)
def the_loop_is_stopped() -> Iterator[None]:
    yield
    BACKGROUND.stop()
