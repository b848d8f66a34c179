"""What is live, as a publisher works with it: choosing, promoting, rolling back, bringing back, switching off."""

import pytest
from playwright.sync_api import expect

from tests.journeys.person import Person, at
from tests.journeys.service import Service
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.models import Environment, Release

SNOW = {"kind": "prompt_contains", "keywords": ["天气", "下雪"]}
PARCEL = {"kind": "prompt_contains", "keywords": ["订单", "包裹"]}


@pytest.mark.usefixtures("demo")
def test_one_of_several_changes_is_published_then_all_is_brought_back(person: Person, service: Service) -> None:
    person.sign_in()
    person.publish("The demo")
    service.asks("北京会下雪吗", of_release=1)
    person.edit_rule("weather", SNOW)
    person.edit_rule("order", PARCEL)
    page = person.page

    page.goto("/admin/")
    person.follow("Look at them and publish")
    person.press("Tick none")
    page.locator("[name=change][value$=':weather']").check()
    page.locator("#content").get_by_role("button", name=person.words("Publish"), exact=True).click()
    expect(page).to_have_url(at(r"/admin/releases/release/\d+/change/"))

    assert service.asks("北京会下雪吗", of_release=2) == ["weather", "basic"]
    assert "order" not in service.asks("我的包裹", of_release=2)
    page.goto("/admin/releases/release/compare/?before=1&after=draft")
    expect(page.locator(".release-change")).to_have_count(2)

    page.goto(f"/admin/releases/release/{Release.objects.get(number=1).pk}/bring-back/")
    page.locator("[name=comment]").fill("It was better")
    person.press("Bring back", within=page.locator("#content"))
    expect(page).to_have_url(at("/admin/catalog/change/"))
    page.goto("/admin/releases/release/compare/?before=1&after=draft")
    expect(page.locator(".release-change")).to_have_count(0)


@pytest.mark.usefixtures("demo")
def test_a_release_is_promoted_and_a_group_switched_off_and_on_again(person: Person, service: Service) -> None:
    staging, production = (Environment.objects.get(name=name) for name in ("staging", "production"))
    page = person.page
    person.sign_in()
    page.goto(f"/admin/releases/environment/{staging.pk}/publish/")
    page.locator("#content").get_by_role("button", name=person.words("Publish"), exact=True).click()
    expect(page).to_have_url(at(r"/admin/releases/release/\d+/change/"))

    page.goto(f"/admin/releases/environment/{production.pk}/promote/")
    page.locator(".release-choices").get_by_role("link").click()
    person.press("Promote", within=page.locator("#content"))
    expect(page).to_have_url(at(r"/admin/releases/release/\d+/change/"))
    assert service.asks("北京的天气怎么样", of_release=1) == ["weather", "basic"]

    page.goto(f"/admin/catalog/toolgroup/{ToolGroup.objects.get(name='weather').pk}/change/")
    page.locator(f".used-by a[href*='/environment/{production.pk}/switch-off/']").click()
    expect(page.locator("[name=target]")).to_have_value("group:weather")
    page.locator("[name=reason]").fill("The provider answers nonsense")
    person.press("Switch off", within=page.locator("#content"))
    expect(page).to_have_url(at(r"/admin/releases/switch/\d+/change/"))
    service.hears("北京的天气怎么样", ["basic"])
    page.goto("/admin/catalog/tool/")
    expect(page.locator(".switched-off")).to_contain_text("The provider answers nonsense")

    page.locator(".switched-off").get_by_role("link").click()
    person.follow("Lift…")
    person.press("Lift", within=page.locator("#content"))
    expect(page).to_have_url(at("/admin/releases/switch/"))
    expect(page.locator(".switched-off")).to_have_count(0)
    service.hears("北京的天气怎么样", ["weather", "basic"])
