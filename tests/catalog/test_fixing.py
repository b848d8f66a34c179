"""Identities are fixed once published."""

from collections.abc import Iterator

import pytest

from tests.catalog.building import load, tool
from toolgroups_admin.catalog import gates
from toolgroups_admin.catalog.fixing import why_fixed


@pytest.fixture
def published_weather() -> Iterator[None]:
    """A room above that says that the tool `weather` was published."""

    def check(kind: str, identity: str) -> bool:
        return (kind, identity) == ("tool", "weather")

    gates.register_published_check(check)
    yield
    gates.withdraw_published_check(check)


@pytest.mark.django_db
@pytest.mark.usefixtures("published_weather")
def test_the_name_of_a_published_object_is_fixed_even_when_nobody_uses_it() -> None:
    load(tools=[{"key": "weather"}, {"key": "draft"}])

    assert "was published" in why_fixed(tool("weather"))
    assert why_fixed(tool("draft")) == ""
