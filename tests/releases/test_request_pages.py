"""Asking, approving, building anew and cancelling in the admin."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from tests.releases.editing import contains, draft_has_weather, edit
from tests.releases.pages import ADMIN, hidden_fields, publish_address, signed_in, words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.releases.asking import ask
from toolgroups_admin.releases.carrying_out import publish_due
from toolgroups_admin.releases.models import Environment, Publication, PublishRequest, Release
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def weather(production: Environment) -> ToolGroup:
    """The group `weather`, live in production, changed since; two people publish there."""
    group = draft_has_weather()
    publish(production, by=None)
    production.four_eyes = True
    production.save()
    return edit(group, matcher=contains("snow"))  # type: ignore[no-any-return]


@pytest.fixture
def bo(db: Any) -> Client:
    """The browser of another publisher."""
    return signed_in(with_permissions("bo", "publish", "view_publishrequest", "view_release", "view_environment"))


def with_permissions(name: str, *codenames: str) -> User:
    user = User.objects.create(username=name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return user


def address_of(request: PublishRequest) -> str:
    return f"{ADMIN}/publishrequest/{request.pk}/change/"


def asked_in(browser: Client, environment: Environment, **more: Any) -> Any:
    """What the page answers after somebody asks for all that changed."""
    fields = hidden_fields(browser.get(publish_address(environment)))
    return browser.post(publish_address(environment), {**fields, "comment": "for winter", **more}, follow=True)


def does(browser: Client, request: PublishRequest, deed: str, **more: Any) -> Any:
    """What the page answers after somebody presses a button."""
    fields = {"expected": request.base, "digest": request.digest, **hidden_fields(browser.get(address_of(request)))}
    return browser.post(address_of(request), {**fields, "comment": "", "deed": deed, **more}, follow=True)


def test_what_one_asks_for_goes_live_when_another_approves(
    browser: Client, bo: Client, production: Environment, weather: ToolGroup
) -> None:
    assert "Ask for approval" in words_of(browser.get(publish_address(production)))

    asked = words_of(asked_in(browser, production))

    request = PublishRequest.objects.get()
    assert "Asked for. Nothing is live yet: it waits for approval." in asked
    assert "You asked for this yourself, so somebody else has to approve it." in asked
    assert "Rule: keyword “snow” added" in asked
    assert "Waiting to go live" in words_of(browser.get("/admin/"))
    assert "Waiting to go live here" in words_of(browser.get(publish_address(production)))
    assert "You asked for this yourself." in words_of(does(browser, request, "approve"))
    assert Release.objects.count() == 1

    done = words_of(does(bo, request, "approve", comment="fine"))

    assert "It is live in production." in done
    assert "published bo" in done
    assert "approved bo · fine" in done
    assert Release.objects.latest("number").comment == "for winter"
    publication = Publication.objects.latest("id")
    assert "Approved by bo" in words_of(browser.get(f"{ADMIN}/publication/{publication.pk}/change/"))


def test_a_stale_one_shows_the_new_difference_and_is_built_anew(
    browser: Client, bo: Client, production: Environment, weather: ToolGroup, ada: User
) -> None:
    request = ask(production, by=ada)
    production.four_eyes = False
    production.save()
    edit(weather, matcher=contains("hail"))
    publish(production, by=None)

    stale = words_of(bo.get(address_of(request)))
    assert "Another release went live since this was asked for. Below stands what it would change now" in stale
    assert "keyword “snow” added Rule: keyword “hail” removed" in stale

    unread = does(bo, request, "rebuild", marks="")
    assert "There are warnings that you have not said to have read." in words_of(unread)
    assert "Built anew on top of what is live now." in words_of(does(bo, request, "rebuild"))
    request.refresh_from_db()
    assert (request.base, request.approved_by) == (2, None)
    assert "It is live in production." in words_of(does(bo, request, "approve"))


def test_who_looked_at_an_older_difference_looks_again(
    browser: Client, bo: Client, production: Environment, weather: ToolGroup, ada: User
) -> None:
    request = ask(production, by=ada)

    for older in ({"digest": "0" * 64}, {"expected": 0}):
        answer = does(bo, request, "approve", comment="mine", **older)

        assert "This changed while you were looking." in words_of(answer)
        assert answer.context["form"]["comment"].value() == "mine"
    assert Release.objects.count() == 1


def test_what_is_asked_for_is_cancelled(bo: Client, production: Environment, weather: ToolGroup, ada: User) -> None:
    request = ask(production, by=ada)

    words = words_of(does(bo, request, "cancel", comment="not now"))

    assert "Cancelled. It never goes live." in words
    assert "Cancel this request" not in words
    assert "This was published or cancelled already." in words_of(does(bo, request, "approve"))


def test_a_time_is_asked_for_and_shown_with_its_offset(
    browser: Client, production: Environment, weather: ToolGroup, settings: Any
) -> None:
    settings.TIME_ZONE = "Asia/Shanghai"
    production.four_eyes = False
    production.save()
    assert "(UTC+08:00) now" in words_of(browser.get(publish_address(production)))
    past = asked_in(browser, production, not_before="2020-01-02T03:04")
    assert "Jan. 2, 2020, 3:04 a.m. (UTC+08:00) is over. Give a later time" in words_of(past)
    assert past.context["form"]["comment"].value() == "for winter"

    never = asked_in(browser, production, not_before="9999-12-31T23:59")
    assert "This is more than 100 years away." in words_of(never)

    words = words_of(asked_in(browser, production, not_before="2040-01-02T03:04"))

    assert "Asked for. Nothing is live yet: it waits for its time." in words
    assert "Not before Jan. 2, 2040, 3:04 a.m. (UTC+08:00)" in words
    assert Release.objects.count() == 1
    assert "Jan. 2, 2040, 3:04 a.m. (UTC+08:00)" in words_of(browser.get(f"{ADMIN}/publishrequest/"))


def test_what_failed_at_its_time_says_so_everywhere_and_is_tried_again(
    browser: Client, production: Environment, weather: ToolGroup, ada: User
) -> None:
    production.four_eyes = False
    production.save()
    other = with_permissions("cy", "publish")
    request = ask(production, by=other, not_before=timezone.now() - timedelta(seconds=1))
    other.user_permissions.clear()
    publish_due()

    why = "Who asked for it or approved it may not publish any more."
    for page in (address_of(request), "/admin/", publish_address(production)):
        assert why in words_of(browser.get(page))
    assert why in words_of(does(browser, request, "again"))
    other.user_permissions.set(Permission.objects.filter(codename="publish"))
    assert "It is live in production." in words_of(does(browser, request, "again"))


def test_a_promotion_is_asked_for_too(
    browser: Client, bo: Client, production: Environment, staging: Environment, weather: ToolGroup
) -> None:
    release = publish(staging, by=None)
    address = f"{ADMIN}/environment/{production.pk}/promote/{release.number}/"
    shown = browser.get(address)

    browser.post(address, {**hidden_fields(shown), "read": "on", "comment": "tried"})
    does(bo, PublishRequest.objects.get(), "approve")

    production.refresh_from_db()
    assert production.release == release


def test_who_may_not_publish_reads_a_request_and_does_nothing_with_it(
    production: Environment, weather: ToolGroup, ada: User
) -> None:
    request = ask(production, by=ada)
    reader = signed_in(with_permissions("eve", "view_publishrequest"))

    page = reader.get(address_of(request))

    assert page.status_code == 200
    assert 'name="deed"' not in page.content.decode()
    for deed in ("approve", "cancel", "again", "rebuild"):
        assert reader.post(address_of(request), {"deed": deed, "expected": 0}).status_code == 403
    assert reader.get(f"{ADMIN}/publishrequest/99/change/").status_code == 404


def test_a_number_is_read_once_as_its_form_reads_it(
    browser: Client, bo: Client, production: Environment, weather: ToolGroup
) -> None:
    asked_in(browser, production)
    request = PublishRequest.objects.get()

    does(bo, request, "approve", expected=f"{request.base}.0")

    request.refresh_from_db()
    assert request.state == PublishRequest.State.PUBLISHED


def test_an_unknown_deed_is_a_bad_request(browser: Client, production: Environment, weather: ToolGroup) -> None:
    asked_in(browser, production)
    request = PublishRequest.objects.get()

    assert browser.post(address_of(request), {"deed": "x"}).status_code == 400
    assert "at most 2000 characters" in words_of(does(browser, request, "cancel", comment="x" * 2001))
    assert browser.get(f"{ADMIN}/publishrequest/{request.pk}/history/").status_code == 302
    assert "waits for approval" in words_of(browser.get(f"{ADMIN}/environment/{production.pk}/change/"))
