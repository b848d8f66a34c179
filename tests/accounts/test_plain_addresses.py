"""No address makes a page fail by characters or numbers that a database cannot be asked with."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from toolgroups_admin.accounts.models import User
from toolgroups_admin.dryrun.models import DryRun

ENDLESS = "9" * 5000
YEARS = {"2026": 200, "9998": 200, "9999": 400, "99999": 400, "0": 400, "-1": 400, "٣": 400, ENDLESS: 400}


@pytest.fixture
def browser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize(
    "address",
    [
        "/admin/catalog/change/?kind__exact=%00",
        "/admin/catalog/tool/?q=%00",
        "/admin/catalog/rules/shared/?q=%00",
        "/admin/dryrun/scenario/coverage/%00/",
    ],
)
def test_an_address_with_the_character_0_is_refused(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 400


@pytest.mark.parametrize("lookup", ["year", "year__gte", "iso_year"])
def test_a_list_is_asked_for_years_that_dates_have_only(browser: Client, lookup: str) -> None:
    asked = {year: browser.get("/admin/catalog/tool/", {f"created_at__{lookup}": year}).status_code for year in YEARS}

    assert asked == YEARS
    assert browser.get(f"/admin/catalog/tool/?created_at__{lookup}=99999&created_at__{lookup}=2026").status_code == 400


def test_nothing_has_a_page_elsewhere(browser: Client) -> None:
    kept = ContentType.objects.get_for_model(DryRun)

    assert browser.get(f"/admin/r/{kept.pk}/1/").status_code == 410


@pytest.mark.parametrize(
    "address",
    [
        f"/admin/accounts/user/?role={ENDLESS}",
        f"/admin/catalog/change/?by={ENDLESS}",
        f"/admin/problems/counts/?kind=tool&pk={ENDLESS}",
        "/admin/problems/counts/?kind=tool&pk=99999999999999999999",
        "/admin/catalog/tool/?q=%2500",
    ],
)
def test_a_number_beyond_all_keys_finds_nothing(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 200
