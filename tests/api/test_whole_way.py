"""From rows to answers over HTTP: what is published answers, and keys open it until they are revoked."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import APIKey, Environment
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

ROOT = Path(__file__).resolve().parents[2]
CONFORMANCE: dict[str, Any] = json.loads((ROOT / "tests/engine/cases/agents_flex.json").read_bytes())

pytestmark = pytest.mark.django_db


@pytest.fixture
def production(db: Any) -> Environment:
    return Environment.objects.get_or_create(name="production")[0]


@pytest.fixture
def shop(production: Environment) -> tuple[APIKey, str]:
    return make_key(production, name="shop", scopes=["resolve"], by=None)


def ask(token: str, body: Any) -> Any:
    return Client().post("/api/v1/resolve", body, "application/json", headers={"authorization": f"Bearer {token}"})


def hits(token: str, text: str) -> list[str]:
    body = {"prompt": "support", "messages": [{"role": "user", "content": text}]}
    groups: list[str] = ask(token, body).json()["groups"]
    return groups


def with_waivers(document: dict[str, Any]) -> dict[str, Any]:
    """The same with keywords that are all blank waived: the original takes them, and lint stops a publish for them."""
    waived = {"waivers": [{"rule": "keywords_empty", "reason": "the original has some"}]}
    return document | {"groups": [group | waived for group in document["groups"]]}


def test_what_is_published_answers_until_it_is_rolled_back(production: Environment, shop: tuple[APIKey, str]) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    rain = hits(shop[1], "rain?")
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    live.refresh()
    snow = hits(shop[1], "rain? snow?")
    rainless = hits(shop[1], "rain?")

    roll_back(production, to=first, by=None)
    live.refresh()

    assert (rain, snow, rainless, hits(shop[1], "rain?")) == (["weather"], ["weather"], [], ["weather"])


def test_a_revoked_key_is_refused(production: Environment, shop: tuple[APIKey, str]) -> None:
    draft_has_weather()
    publish(production, by=None)
    before = ask(shop[1], {"prompt": "support"}).status_code

    revoke(shop[0], by=None)
    live.refresh()
    after = ask(shop[1], {"prompt": "support"})

    assert (before, after.status_code, after.json()["code"]) == (200, 401, "key_not_valid")


def test_a_key_that_opened_is_known_to_be_used(production: Environment, shop: tuple[APIKey, str]) -> None:
    draft_has_weather()
    publish(production, by=None)
    ask(shop[1], {"prompt": "support"})

    live.write_uses()

    shop[0].refresh_from_db()
    assert shop[0].last_used_at is not None


def test_the_original_answers_come_through_rows_and_http(production: Environment, shop: tuple[APIKey, str]) -> None:
    apply_import(plan_import(with_waivers(CONFORMANCE["document"])), by=None)
    publish(production, by=None)

    for case in CONFORMANCE["cases"][::10]:
        context = {name: value for name, value in case["context"].items() if name != "now"}
        answer = ask(shop[1], context).json()
        assert answer["groups"] == case["expected"]["hits"], case["id"]
        assert answer["messages"] == case["expected"]["messages"]
        assert [{"name": tool["name"], "key": tool["key"]} for tool in answer["tool_info"]] == case["expected"]["tools"]
