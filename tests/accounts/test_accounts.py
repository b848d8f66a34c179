"""People and their sign-in."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Tool
from toolgroups_admin.catalog.saving import save_with_history

PASSWORD = "only-for-this-test-1"


def test_the_custom_user_is_the_one_that_django_uses() -> None:
    assert get_user_model() is User


@pytest.mark.django_db
def test_a_person_signs_in_with_the_admins_form() -> None:
    User.objects.create_user("ada", password=PASSWORD, is_staff=True)
    client = Client()

    answer = client.post("/admin/login/", {"username": "ada", "password": PASSWORD})

    assert answer.headers["Location"] == "/admin/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given", [{"username": "ada", "password": "wrong"}, {"username": "nobody", "password": PASSWORD}]
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(given: dict[str, str]) -> None:
    User.objects.create_user("ada", password=PASSWORD, is_staff=True)
    client = Client(headers={"accept-language": "en"})

    answer = client.post("/admin/login/", given)

    [said] = answer.context["form"].non_field_errors()
    assert said.startswith("Please enter the correct username and password")


@pytest.mark.parametrize(
    ("first", "last", "whole"),
    [("Ada", "Lovelace", "Ada Lovelace"), ("小明", "王", "王小明"), ("", "王", "王"), ("", "", "")],
)
def test_a_chinese_name_is_written_as_in_chinese(first: str, last: str, whole: str) -> None:
    person = User(first_name=first, last_name=last)

    assert person.get_full_name() == whole
    assert {whole, f"{first} {last}".strip()} - {""} <= person.called


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/admin/", "/admin/catalog/tool/", "/admin/accounts/user/"])
def test_a_stranger_is_sent_to_the_sign_in(address: str) -> None:
    answer: Any = Client().get(address)

    assert answer.headers["Location"].startswith("/admin/login/")


@pytest.mark.django_db
def test_someone_without_permission_sees_no_catalog() -> None:
    client = Client()
    client.force_login(User.objects.create(username="guest", is_staff=True))

    assert client.get("/admin/catalog/tool/").status_code == 403


@pytest.mark.django_db
def test_a_person_with_a_history_is_switched_off_rather_than_deleted() -> None:
    ada = User.objects.create(username="ada")
    admin = User.objects.create(username="root", is_staff=True, is_superuser=True)
    save_with_history(Tool(key="t"), by=ada)
    client = Client()
    client.force_login(admin)

    client.post(f"/admin/accounts/user/{ada.pk}/delete/", {"post": "yes"})

    assert User.objects.filter(pk=ada.pk).exists()


@pytest.mark.django_db
def test_an_administrator_opens_the_page_of_a_person_and_gives_a_role() -> None:
    admin = User.objects.create(username="root", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(admin)

    assert client.get(f"/admin/accounts/user/{admin.pk}/change/").status_code == 200
    assert client.get("/admin/accounts/user/add/").status_code == 200
    assert client.get("/admin/auth/group/add/").status_code == 200
