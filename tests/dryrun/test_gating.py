"""The gate: scenarios that a release would break are shown before it is published, and stop it where that is wanted."""

from typing import Any

import pytest
from django.test import Client

from tests.dryrun.scenarios import scenario, shop
from tests.releases.pages import hidden_fields, publish_address, words_of
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.gating import MOST_SHOWN, broken_scenarios
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.releases.candidates import draft
from toolgroups_admin.releases.errors import Objected
from toolgroups_admin.releases.models import Environment, Release
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.rolling_back import roll_back

pytestmark = pytest.mark.usefixtures("english")

WHY = "The group “weather” must hit, and it does not. Misses because the message has none of “snow”."


@pytest.fixture
def production(db: Any) -> Environment:
    """Where the shop is live, with a scenario that holds."""
    environment = Environment.objects.get(name="production")
    imported(shop())
    publish(environment, by=None)
    take([scenario()], None)
    return environment


def imported(document: Any) -> None:
    apply_import(plan_import(document), by=None)


def set_gate(environment: Environment, gate: str) -> None:
    environment.gate = gate
    environment.save()


def broken(environment: Environment) -> list[str]:
    return [objection.headline for objection in broken_scenarios(environment, draft())]


def test_what_a_release_would_break_is_told_with_why(production: Environment) -> None:
    imported(shop(keyword="snow"))

    [objection] = broken_scenarios(production, draft())

    assert objection.headline == "Scenario “weather in Shanghai” fails"
    assert objection.reasons == (WHY,)


def test_what_it_leaves_as_it_is_is_not_asked(production: Environment) -> None:
    failing_for_long = scenario("x", name="of another prompt") | {
        "context": {"prompt": "q", "messages": []},
        "expect": {"hits": ["never"]},
    }
    take([failing_for_long], None)
    changed = shop()
    changed["prompts"].append({"name": "r"})
    imported(changed)

    assert broken(production) == []


def test_a_change_of_a_shared_rule_reaches_the_prompts_above_it(production: Environment) -> None:
    document = shop()
    document["rules"] = [{"name": "cold", "definition": {"kind": "prompt_contains", "keywords": ["天气"]}}]
    document["groups"][0]["matcher"] = {"kind": "rule", "name": "cold"}
    imported(document)
    publish(production, by=None)

    document["rules"][0]["definition"] = {"kind": "prompt_contains", "keywords": ["snow"]}
    imported(document)

    assert broken(production) == ["Scenario “weather in Shanghai” fails"]


def test_a_request_with_groups_of_its_own_is_always_asked(production: Environment) -> None:
    context = {"prompt": "q", "groups": ["weather"]}
    take([{**scenario(name="beyond"), "context": context}], None)
    imported(shop(keyword="snow"))

    assert broken(production) == ["Scenario “beyond” fails", "Scenario “weather in Shanghai” fails"]


def test_of_very_many_the_rest_is_counted(production: Environment) -> None:
    take([scenario(name=f"s{number:03}") for number in range(MOST_SHOWN + 1)], None)
    imported(shop(keyword="snow"))

    assert broken(production)[-1] == "2 further scenarios fail"
    assert len(broken(production)) == MOST_SHOWN + 1


def test_nothing_changed_breaks_nothing(production: Environment) -> None:
    take([scenario("x", name="fails already")], None)

    assert broken(production) == []


@pytest.mark.parametrize(("gate", "shown"), [("refuse", True), ("warn", True), ("off", False)])
def test_the_page_shows_what_fails_unless_nobody_wants_to_know(
    browser: Client, production: Environment, gate: str, shown: bool
) -> None:
    set_gate(production, gate)
    imported(shop(keyword="snow"))

    words = words_of(browser.get(publish_address(production)))

    assert (WHY in words) == shown


def test_a_warning_leaves_the_decision_to_people(browser: Client, production: Environment) -> None:
    set_gate(production, "warn")
    imported(shop(keyword="snow"))
    address = publish_address(production)

    browser.post(address, {**hidden_fields(browser.get(address)), "comment": ""})

    assert Release.objects.count() == 2


def test_a_refusal_stops_the_publish_and_says_why(browser: Client, production: Environment) -> None:
    set_gate(production, "warn")
    imported(shop(keyword="snow"))
    address = publish_address(production)
    sent = hidden_fields(browser.get(address))
    set_gate(production, "refuse")

    answer = browser.post(address, {**sent, "comment": "kept"})

    assert Release.objects.count() == 1
    assert "Nothing was published." in words_of(answer)
    assert WHY in words_of(answer)


def test_what_is_ticked_is_what_the_gate_judges(browser: Client, production: Environment) -> None:
    set_gate(production, "refuse")
    imported(shop(keyword="snow") | {"rules": [{"name": "new", "definition": {"kind": "always"}}]})
    address = publish_address(production)
    sent = hidden_fields(browser.get(address))

    browser.post(address, {**sent, "change": [box for box in sent["change"] if box.endswith(":new")]})

    assert Release.objects.count() == 2


def test_a_promotion_goes_through_the_gate_too(browser: Client, production: Environment) -> None:
    staging = Environment.objects.get(name="staging")
    set_gate(production, "refuse")
    imported(shop(keyword="snow"))
    release = publish(staging, by=None)
    address = f"/admin/releases/environment/{production.pk}/promote/{release.number}/"

    shown = browser.get(address)
    refused = browser.post(address, {**hidden_fields(shown), "comment": ""})

    assert WHY in words_of(shown)
    assert "Nothing was published." in words_of(refused)
    production.refresh_from_db()
    assert production.release != release


def test_rolling_back_is_never_stopped(production: Environment) -> None:
    first = production.release
    assert first is not None
    imported(shop(keyword="上海"))
    publish(production, by=None)
    set_gate(production, "refuse")
    take([scenario("介绍一下上海", name="new")], None)

    roll_back(production, to=first, by=None)

    assert production.release == first


def test_a_program_is_refused_with_the_reasons(production: Environment) -> None:
    set_gate(production, "refuse")
    imported(shop(keyword="snow"))

    with pytest.raises(Objected, match="must hit, and it does not"):
        publish(production, by=None)


def test_what_breaks_nothing_is_published_through_the_gate(production: Environment) -> None:
    set_gate(production, "refuse")
    imported(shop() | {"rules": [{"name": "new", "definition": {"kind": "always"}}]})

    publish(production, by=None)

    assert Release.objects.count() == 2
