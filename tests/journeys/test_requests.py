"""What waits for a second person, and for its time; and the way back from what went live."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.journeys.person import Person, at
from tests.journeys.service import Service
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.releases.carrying_out import publish_due
from toolgroups_admin.releases.choices import Choice
from toolgroups_admin.releases.models import Environment, PublishRequest, Release
from toolgroups_admin.releases.publishing import publish

SNOW = {"kind": "prompt_contains", "keywords": ["天气", "下雪"]}
PARCEL = {"kind": "prompt_contains", "keywords": ["订单", "包裹"]}
A_REQUEST = at(r"/admin/releases/publishrequest/\d+/change/")


def goes_on(environment: Environment) -> Release:
    """Somebody else publishes parcels meanwhile, and nothing more."""
    order = ToolGroup.objects.get(name="order")
    order.matcher = PARCEL
    save_with_history(order, by=None)
    Environment.objects.update(four_eyes=False)
    release = publish(environment, by=None, chosen=[Choice(Kind.GROUP, "order", order.fragment_id)])
    Environment.objects.update(four_eyes=True)
    return release


@pytest.mark.parametrize("language", ["zh-hans"])
@pytest.mark.usefixtures("demo")
def test_two_people_publish_and_what_is_stale_is_built_anew(person: Person, service: Service) -> None:
    production = Environment.objects.get(name="production")
    publish(production, by=None)
    bo = User.objects.create_superuser("bo", password=Person.password)
    page = person.page
    person.sign_in()
    page.goto(f"/admin/releases/environment/{production.pk}/change/")
    page.locator("[name=four_eyes]").check()
    page.locator("[name=_save]").click()
    person.edit_rule("weather", SNOW)

    page.goto(f"/admin/releases/environment/{production.pk}/publish/")
    page.locator("[name=comment]").fill("冬天")
    person.press("Ask for approval")
    expect(page).to_have_url(A_REQUEST)
    expect(
        page.get_by_text(person.words("You asked for this yourself, so somebody else has to approve it."))
    ).to_be_visible()
    expect(page.locator("[value=approve]")).to_have_count(0)

    other = goes_on(production)

    page.context.clear_cookies()
    Person(bo.username, page, person.language).sign_in()
    page.locator(".home-waiting").get_by_role("link").click()
    expect(page.locator(".release-stage.is-stale")).to_be_visible()
    person.press("Build anew")
    expect(page.locator(".release-stage.is-approval")).to_be_visible()
    person.press("Approve, and go live now")

    expect(page.locator(".release-stage.is-published")).to_be_visible()
    assert Release.objects.latest("number").parent == other
    assert service.asks("北京会下雪吗", of_release=other.number + 1) == ["weather", "basic"]
    expect(page.locator(".release-steps li")).to_have_count(4)


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.usefixtures("demo")
def test_what_is_asked_for_a_time_goes_live_then_and_is_rolled_back(person: Person, service: Service) -> None:
    production = Environment.objects.get(name="production")
    publish(production, by=None)
    page = person.page
    person.sign_in()
    person.edit_rule("weather", SNOW)

    page.goto(f"/admin/releases/environment/{production.pk}/publish/")
    page.locator(".release-later summary").click()
    page.locator("[name=not_before]").fill(f"{timezone.localtime() + timedelta(days=1):%Y-%m-%dT%H:%M}")
    page.locator("#content").get_by_role("button", name=person.words("Publish"), exact=True).click()
    expect(page).to_have_url(A_REQUEST)
    expect(page.locator(".release-stage.is-time")).to_be_visible()
    assert "weather" not in service.asks("北京会下雪吗", of_release=1)

    PublishRequest.objects.update(not_before=timezone.now())
    publish_due()

    page.reload()
    expect(page.locator(".release-stage.is-published")).to_be_visible()
    assert service.asks("北京会下雪吗", of_release=2) == ["weather", "basic"]
    person.roll_back(to=1)
    assert "weather" not in service.asks("北京会下雪吗", of_release=1)
