"""One shop for the tests of a process: each leaves all servers running, and whole."""

from collections.abc import Iterator

import pytest

from tests.faults.servers import Redis, folder_for, running, wait_until
from tests.faults.shop import WHY_NOT, Shop, can_be_opened, opened


@pytest.fixture(scope="session")
def opened_shop() -> Iterator[Shop]:
    if not can_be_opened():
        pytest.skip(WHY_NOT)
    with opened() as shop:
        yield shop


@pytest.fixture
def shop(opened_shop: Shop) -> Iterator[Shop]:
    """The shop, all of it running before and after."""
    yield opened_shop
    wait_until(lambda: opened_shop.web.everywhere("ready"), what="all processes are ready again")


@pytest.fixture
def waking_redis() -> Iterator[Redis]:
    """A Redis of the test's own."""
    if not can_be_opened():
        pytest.skip(WHY_NOT)
    with folder_for("redis") as folder:
        server = Redis(folder)
        with running(server):
            yield server
