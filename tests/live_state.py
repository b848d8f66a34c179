"""A live state for each test: nothing follows, nothing is left, and its file is the test's own. Imported by conftests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from toolgroups_admin.releases import live


@pytest.fixture(autouse=True)
def own_live_state(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """The path of the state file."""
    settings.LIVE_POLL_SECONDS = 0
    settings.STATE_FILE = str(tmp_path / "state.json")
    live.forget()
    yield tmp_path / "state.json"
    live.forget()
