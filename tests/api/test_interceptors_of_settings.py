"""Interceptors of the settings run around every answer (contract 10)."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from tests.api.doors import asks, post
from toolgroups_admin.api.front import WSGIApplication
from toolgroups_admin.engine import ChatContext, Interceptor, Resolution
from toolgroups_admin.releases.interceptors import configured_interceptors


def makes_premium(context: ChatContext, proceed: Any) -> Resolution:
    resolution: Resolution = proceed(context.with_(attributes={"plan": "premium"}))
    return resolution


def raises(context: ChatContext, proceed: Any) -> Resolution:
    raise ValueError("the secret of the house")


def names_nothing(context: ChatContext, proceed: Any) -> Resolution:
    resolution: Resolution = proceed(context.with_(groups=("nothing",)))
    return resolution


NAMED = Interceptor("the premium desk", makes_premium, order=5)
NO_INTERCEPTOR = 5


def at(name: str) -> str:
    return f"{__name__}.{name}"


def test_an_interceptor_changes_what_is_judged(settings: Settings, door: WSGIApplication) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [at("makes_premium")]

    answer = post(door, asks(explain=True), token="explainer").json

    assert answer["groups"] == ["vip"]
    assert answer["explanation"]["set_by"] == {"attributes.plan": at("makes_premium")}


def test_an_interceptor_may_have_a_name_and_a_place_of_its_own(settings: Settings, door: WSGIApplication) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [at("NAMED")]

    answer = post(door, asks(explain=True), token="explainer").json

    assert answer["explanation"]["set_by"] == {"attributes.plan": "the premium desk"}


@pytest.mark.parametrize("name", ["raises", "names_nothing"])
def test_an_interceptor_that_fails_fails_the_request(
    name: str, settings: Settings, door: WSGIApplication, caplog: pytest.LogCaptureFixture
) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [at(name)]

    answered = post(door, asks())

    assert (answered.status, answered.code) == (500, "interceptor_failed")
    assert at(name) in answered.json["detail"]
    assert b"secret" not in answered.body
    assert "test-1" in caplog.text


@pytest.mark.parametrize("path", ["no_such_module.function", at("nothing"), at("NO_INTERCEPTOR")])
def test_a_path_that_leads_nowhere_stops_the_start(path: str, settings: Settings) -> None:
    settings.TOOLGROUPS_INTERCEPTORS = [path]

    with pytest.raises(ImproperlyConfigured, match=path):
        configured_interceptors()
