"""A live state, the keys that ask, and both doors."""

from collections.abc import Callable

import pytest
from pytest_django.fixtures import Settings

from tests.api.doors import YESTERDAY, Addresses, django, front, key, state_of
from tests.engine.building import condition, contains, document, group, tool
from tests.live_state import own_live_state
from toolgroups_admin.api.front import WSGIApplication
from toolgroups_admin.releases.live import State

__all__ = ["own_live_state"]

Opened = Callable[[State], WSGIApplication]


@pytest.fixture
def state() -> State:
    """A release with groups of prompt `p`, a group and tools of no prompt, and a key for each purpose."""
    released = document(
        group("weather", tool("get_weather"), system_prompt="Look outside.", matcher=contains("rain")),
        group("vip", tool("get_gift"), matcher=condition("attributes.plan", "equals", "premium")),
        own_tools=[tool("calculate")],
        tools=(tool("refund", sensitive=True), tool("stray")),
        system_message="You help.",
    )
    released["groups"][0]["tools"].append("refund")
    released["groups"].append({"name": "elsewhere", "tools": ["stray"]})
    released["prompts"].append({"name": "other"})
    return state_of(
        released,
        resolver=key("resolve"),
        explainer=key("resolve", "explain"),
        anything=key("resolve", "tools:any"),
        limited=key("resolve", prompts=frozenset({"other"})),
        reader=key("read"),
        expired=key("resolve", expires_at=YESTERDAY),
        idle=key("resolve", environment="staging"),
    )


@pytest.fixture
def opened_view(settings: Settings) -> Opened:
    """Opens the view: Django, with the resolve view answering from a state."""

    def opened(state: State) -> WSGIApplication:
        settings.ROOT_URLCONF = Addresses(state)
        return django()

    return opened


@pytest.fixture(params=["front", "view"])
def opened(request: pytest.FixtureRequest, opened_view: Opened) -> Opened:
    """Opens a door to a state: once the front, once the view."""
    return front if request.param == "front" else opened_view


@pytest.fixture
def door(opened: Opened, state: State) -> WSGIApplication:
    return opened(state)
