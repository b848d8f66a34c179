"""What scenarios cover: which groups have none that hits or misses, and which parts of a rule were never true or false."""

from typing import Any

import pytest
from django.test import Client

from tests.chinese_pages import english_of
from tests.dryrun.scenarios import scenario, shop
from tests.engine.building import condition, contains, document, group
from tests.releases.pages import words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.dryrun.covering import group_coverage, node_coverage
from toolgroups_admin.dryrun.scenario_documents import scenario_of
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.dryrun.sources import Compiled
from toolgroups_admin.engine import compile_catalog

pytestmark = pytest.mark.django_db
PAGE = "/admin/dryrun/scenario/coverage/"
BOTH = [scenario("天气", name="a", hits=["weather"]), scenario("你好", name="b", misses=["weather"])]
RULE = {"kind": "all", "rules": [contains("天气"), {"kind": "not", "rule": condition("account_id", "equals", "x")}]}


def parts(rule: Any, *texts: str) -> list[tuple[int, int, int, bool]]:
    """How often each part was true and false when users say this, its depth, and whether that is enough."""
    whole = document(group("weather", matcher=rule), group("other", matcher=contains("x")))
    compiled = Compiled(whole, compile_catalog(whole))
    scenarios = [scenario_of(scenario(text, name=text)) for text in texts]
    take([each.members() for each in scenarios], None)
    nodes, _not_tried = node_coverage(compiled, "weather", scenarios)
    return [(node.depth, node.true, node.false, node.is_covered) for node in nodes]


def test_a_group_needs_a_hit_and_a_miss() -> None:
    found = group_coverage(shop(), [scenario_of(each) for each in BOTH])

    assert [(each.name, each.hits, each.misses, each.is_covered) for each in found] == [
        ("order", 0, 0, False),
        ("vip", 0, 0, False),
        ("weather", 1, 1, True),
    ]


def test_every_part_of_a_rule_should_be_true_and_false() -> None:
    assert parts(RULE, "天气", "你好") == [
        (0, 1, 1, True),
        (1, 1, 1, True),
        (1, 2, 0, False),
        (2, 0, 2, False),
    ]


def test_without_scenarios_no_part_is_covered() -> None:
    assert parts(RULE) == [(depth, 0, 0, False) for depth in (0, 1, 1, 2)]


def test_what_is_always_true_need_not_be_false() -> None:
    assert parts({"kind": "always"}, "天气") == [(0, 1, 0, True)]


def test_scenarios_that_cannot_be_tried_are_counted() -> None:
    whole = shop()
    broken = scenario_of({**scenario(), "context": {"prompt": "p", "tools": ["gone"]}})

    assert node_coverage(Compiled(whole, compile_catalog(whole)), "weather", [broken])[1] == 1


@pytest.fixture
def covered(db: Any) -> None:
    apply_import(plan_import(shop()), by=None)
    take(BOTH, None)


def test_the_pages_show_gaps_and_lead_to_scenarios(browser: Client, covered: None) -> None:
    overview, one = browser.get(PAGE), browser.get(f"{PAGE}weather/")

    assert "1 of 3 has both." in words_of(overview)
    assert [(node.true, node.false) for node in one.context["nodes"]] == [(1, 1)]
    assert [[name for name, _key in each] for each in one.context["about"].values()] == [["a"], ["b"]]
    assert browser.get(f"{PAGE}gone/").status_code == 404
    assert "no such source" in words_of(browser.get(f"{PAGE}?source=release:9"))


def test_what_is_kept_is_worked_out_anew_when_a_scenario_changes(browser: Client, covered: None) -> None:
    before = browser.get(f"{PAGE}weather/").context["number"]
    take([scenario("天气", name="c", hits=["weather"])], None)

    after = browser.get(f"{PAGE}weather/")

    assert (before, after.context["number"]) == (2, 3)
    assert [(node.true, node.false) for node in after.context["nodes"]] == [(2, 1)]


def test_a_group_leads_to_what_scenarios_cover_of_it(browser: Client, covered: None) -> None:
    row = ToolGroup.objects.get(name="weather")

    page = browser.get(f"/admin/catalog/toolgroup/{row.pk}/change/")

    assert f'href="{PAGE}weather/"' in page.content.decode()


def test_its_pages_in_chinese_have_no_english_words(ada: User, covered: None) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)

    pages = [client.get(where).content.decode() for where in (PAGE, f"{PAGE}weather/")]

    assert [english_of(page) - {"ada", "weather", "order", "vip"} for page in pages] == [set(), set()]
