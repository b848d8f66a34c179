"""What no form of ours sends: hidden fields that somebody made up."""

import pytest
from django.test import Client

from tests.catalog.building import contains, group, load, tool
from tests.catalog.test_admin_forms import address_of, form_of
from toolgroups_admin.catalog.models import Change, ToolGroup


@pytest.fixture
def weather(db: None) -> ToolGroup:
    load(
        tools=[{"key": "get_air"}, {"key": "get_tide"}],
        groups=[{"name": "weather", "tools": ["get_air"], "matcher": contains("rain")}],
    )
    return group("weather")


@pytest.mark.parametrize(
    "forged", [{"conflict_base": "a\0b"}, {"conflict_base": "0" * 64}, {"tools": "get_air\r\na\0b"}]
)
def test_what_no_form_of_ours_sends_breaks_nothing(browser: Client, weather: ToolGroup, forged: dict[str, str]) -> None:
    typed = form_of(browser.get(address_of(weather)))

    answer = browser.post(address_of(weather), typed | forged)

    assert answer.status_code == (200 if "tools" in forged else 302)
    assert Change.objects.exclude(action="import").count() == 0


def test_a_reason_for_deleting_with_a_forged_character_is_kept_without_it(browser: Client, weather: ToolGroup) -> None:
    tide = tool("get_tide")

    browser.post(f"/admin/catalog/tool/{tide.pk}/delete/", {"post": "yes", "why": "no\0 more"})

    assert Change.objects.get(identity="get_tide", after=None).why == "no more"
