"""Scenarios against groups: a window of the table, expected beside actual."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.dryrun.scenarios import scenario, shop
from tests.engine.building import contains, document, group
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.matrix import Cell, matrix_of
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.dryrun.sources import compiled

PAGE = "/admin/dryrun/scenario/matrix/"
MOST_QUERIES = 12


@pytest.fixture
def kept(db: Any) -> None:
    """A shop with a scenario that holds, and one that does not."""
    apply_import(plan_import(shop()), by=None)
    broken = scenario("订单", name="b", hits=["weather"], misses=["order"])
    take([scenario(name="a", hits=["weather"], tools=["get_weather"]), broken], None)


@pytest.mark.usefixtures("kept")
def test_each_cell_says_what_is_expected_and_what_is() -> None:
    found = matrix_of("p", compiled("draft"))

    assert found.groups == ["weather", "order", "vip"]
    assert [(row.scenario.name, row.passed) for row in found.rows] == [("a", True), ("b", False)]
    assert found.rows[0].cells == [Cell("weather", "hit", "hit"), Cell("order", "", "miss"), Cell("vip", "", "miss")]
    assert [cell.is_broken for cell in found.rows[1].cells] == [True, True, False]


@pytest.mark.usefixtures("kept")
def test_a_scenario_that_cannot_be_asked_has_no_verdicts() -> None:
    apply_import(plan_import(document(group("weather", matcher=contains("天气")))), by=None)
    take([{"name": "c", "context": {"prompt": "p", "tools": ["gone"]}, "expect": {"hits": ["weather"]}}], None)

    [row] = [row for row in matrix_of("p", compiled("draft")).rows if row.scenario.name == "c"]

    assert (row.passed, {cell.actual for cell in row.cells}) == (False, {""})


@pytest.mark.usefixtures("kept")
def test_the_page_shows_it_in_both_languages(browser: Client, language: str) -> None:
    page = browser.get(PAGE, headers={"accept-language": language}).content.decode()

    assert page.count('class="is-broken"') == 2
    assert ("otherwise than expected" in page) == (language == "en")


@pytest.mark.usefixtures("kept")
def test_an_obstacle_is_said(browser: Client) -> None:
    unknown = browser.get(PAGE, {"source": "release:9"}).content.decode()
    gone = browser.get(PAGE, {"prompt": "gone", "down": "9" * 4000, "across": "x"})

    assert "Choose another" in unknown
    assert gone.status_code == 200


def test_a_large_table_shows_a_window_in_a_fixed_number_of_queries(browser: Client, db: Any) -> None:
    groups = [group(f"g{number:04}", matcher=contains(f"<{number}>")) for number in range(90)]
    apply_import(plan_import(document(*groups)), by=None)
    take([scenario(f"<{number}>", name=f"s{number:04}", hits=["g0001"]) for number in range(55)], None)
    browser.get(PAGE)

    with CaptureQueriesContext(connection) as queries:
        page = browser.get(PAGE, {"prompt": "p", "down": "1", "across": "99"})

    matrix = page.context["matrix"]
    assert len(queries) <= MOST_QUERIES
    assert (matrix.down.page, len(matrix.rows), matrix.rows[0].scenario.name) == (1, 5, "s0050")
    assert (matrix.across.page, len(matrix.groups)) == (2, 10)
    assert (matrix.down.before, matrix.down.after, matrix.down.pages) == (0, None, 2)
    assert "Scenarios 51–55 of 55" in page.content.decode()
