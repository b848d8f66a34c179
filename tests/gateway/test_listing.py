"""Clients of OpenAI's that ask for the models before they chat."""

from typing import Any

import pytest
from django.test import Client
from openai.types import Model

from tests.gateway.providing import provider
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import Environment

pytestmark = pytest.mark.django_db


def asked(production: Environment, *scopes: str) -> Any:
    _, token = make_key(production, name="app", scopes=scopes, by=None)
    live.refresh()
    return Client().get("/v1/models", headers={"authorization": f"Bearer {token}"})


def test_the_models_of_the_enabled_providers_of_the_environment_are_listed_once(production: Environment) -> None:
    provider(production)
    provider(production, "second", model_list="m\nlarge")
    provider(production, "closed", model_list="never", enabled=False)
    provider(Environment.objects.create(name="elsewhere"), model_list="foreign")

    listed = asked(production, "chat").json()

    found = [Model.model_validate(each, strict=True) for each in listed["data"]]
    assert [(each.id, each.owned_by) for each in found] == [("m", "house"), ("other/m", "house"), ("large", "second")]


def test_a_key_that_may_not_chat_is_told_in_openais_shape(production: Environment) -> None:
    answer = asked(production, "resolve")

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "scope_missing")


@pytest.mark.parametrize(
    ("method", "path", "status"), [("POST", "models", 405), ("GET", "models", 401), ("POST", "embeddings", 404)]
)
def test_what_is_not_there_is_said_in_openais_shape(method: str, path: str, status: int) -> None:
    answer = Client().generic(method, f"/v1/{path}", "{}", content_type="application/json")

    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
