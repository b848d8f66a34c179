"""Sign-ins that fail too often wait."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.throttling import address_of

PASSWORD = "only-for-this-test-1"


def sign_in(password: str, *, address: str = "10.0.0.1", name: str = "ada", language: str = "en") -> Any:
    client = Client(headers={"accept-language": language}, REMOTE_ADDR=address)
    return client.post("/admin/login/", {"username": name, "password": password})


@pytest.fixture(autouse=True)
def ada(db: Any, settings: Settings) -> User:
    settings.AXES_FAILURE_LIMIT = 3
    return User.objects.create_user("ada", password=PASSWORD, is_staff=True)


def test_after_too_many_failures_the_right_password_has_to_wait_as_well() -> None:
    answers = [sign_in("wrong").status_code for _ in range(3)]

    refused = sign_in(PASSWORD)

    assert answers == [200, 200, 429]
    assert refused.status_code == 429
    assert "Wait 15 minutes" in refused.content.decode()


@pytest.mark.parametrize("elsewhere", [{"address": "10.0.0.2"}, {"name": "bob"}])
def test_others_are_not_locked_out_by_it(elsewhere: dict[str, str]) -> None:
    User.objects.create_user("bob", password=PASSWORD, is_staff=True)
    for _ in range(3):
        sign_in("wrong")

    assert sign_in(PASSWORD, **elsewhere).status_code == 302


def test_signing_in_begins_the_count_anew() -> None:
    for password in ["wrong", "wrong", PASSWORD, "wrong", "wrong"]:
        sign_in(password)

    assert sign_in(PASSWORD).status_code == 302


def test_who_has_to_wait_is_told_in_chinese() -> None:
    answers = [sign_in("wrong", language="zh-hans") for _ in range(3)]

    assert "请等待 15 分钟" in answers[-1].content.decode()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "1.1.1.1", "10.0.0.1"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        (2, "9.9.9.9, 1.1.1.1, 10.0.0.7", "1.1.1.1"),
        (2, "1.1.1.1", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "unknown", "10.0.0.1"),
    ],
)
def test_an_address_is_believed_only_from_proxies_of_ours(
    settings: Settings, proxies: int, forwarded: str, found: str
) -> None:
    settings.PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": forwarded})

    assert address_of(request) == found
