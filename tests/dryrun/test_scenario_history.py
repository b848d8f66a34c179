"""The history of scenarios: each change one entry, whoever made it in which way, and a way back."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from tests.dryrun.scenarios import scenario, shop
from tests.releases.pages import words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.history_models import ScenarioChange
from toolgroups_admin.dryrun.keeping import clear_old_scenarios
from toolgroups_admin.dryrun.models import Scenario
from toolgroups_admin.dryrun.scenario_history import CannotComeBack, bring_back, differences
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.theme import UNFOLD

LIST = "/admin/dryrun/scenario/"
HISTORY = "/admin/dryrun/scenariochange/"


@pytest.fixture
def kept(db: Any) -> Scenario:
    apply_import(plan_import(shop()), by=None)
    take([scenario()], None)
    return Scenario.objects.get()


def entries() -> list[tuple[str, str]]:
    return [(change.name, change.outcome.value) for change in ScenarioChange.objects.all()]


def edits(browser: Client, kept: Scenario, **changes: Any) -> None:
    address = f"{LIST}{kept.pk}/change/"
    shown = browser.get(address).context["adminform"].form
    browser.post(address, {name: shown[name].value() or "" for name in shown.fields} | changes)


def test_every_change_is_one_entry(browser: Client, kept: Scenario, ada: User) -> None:
    take([scenario()], None)  # nothing changes
    edits(browser, kept, owner="QA")
    edits(browser, kept)  # nor here
    browser.post(f"{LIST}{kept.pk}/delete/", {"post": "yes"})

    name = kept.name
    assert entries() == [(name, "deleted"), (name, "changed"), (name, "created")]
    assert [change.by for change in ScenarioChange.objects.all()] == [ada, ada, None]
    [edited] = ScenarioChange.objects.filter(before__isnull=False, after__isnull=False)
    assert [(each.member, each.before, each.after) for each in differences(edited)] == [("owner", None, "QA")]


def test_a_state_comes_back_with_an_entry_of_its_own(browser: Client, kept: Scenario, ada: User) -> None:
    edits(browser, kept, name="renamed", hits="order")
    changed = ScenarioChange.objects.first()
    assert changed

    answer = browser.post(f"{HISTORY}{changed.pk}/back/", {"state": "before"}, follow=True)

    assert "is as it was then" in words_of(answer)
    after = Scenario.objects.get(pk=kept.pk)
    assert (after.members(), after.changed_by) == (kept.members(), ada)
    assert ScenarioChange.objects.count() == 3


def test_one_that_was_deleted_is_made_again_under_its_key(browser: Client, kept: Scenario) -> None:
    browser.post(f"{LIST}{kept.pk}/delete/", {"post": "yes"})
    deleted = ScenarioChange.objects.first()
    assert deleted

    bring_back(deleted, before=True, by=None)

    assert Scenario.objects.get().pk == kept.pk
    with pytest.raises(CannotComeBack):
        bring_back(deleted, before=False, by=None)


def test_a_name_that_is_taken_is_said(browser: Client, kept: Scenario) -> None:
    edits(browser, kept, name="renamed")
    take([scenario("x")], None)
    changed = ScenarioChange.objects.exclude(before=None).first()
    assert changed

    answer = browser.post(f"{HISTORY}{changed.pk}/back/", {"state": "before"}, follow=True)

    assert "There is another “weather in Shanghai” by now." in words_of(answer)
    assert Scenario.objects.get(pk=kept.pk).name == "renamed"


def test_a_scenario_leads_to_its_own_entries(browser: Client, kept: Scenario) -> None:
    take([scenario(name="another")], None)

    page = browser.get(f"{LIST}{kept.pk}/history/", follow=True)

    assert "weather in Shanghai" in words_of(page)
    assert "another" not in words_of(page)


@pytest.mark.parametrize("page", [LIST, HISTORY, f"{LIST}coverage/", f"{LIST}matrix/"])
def test_at_the_side_all_about_scenarios_lies_below_them(rf: RequestFactory, page: str) -> None:
    theme: Any = UNFOLD
    links = [link for part in theme["SIDEBAR"]["navigation"] for link in part["items"]]

    assert [str(link["link"]) for link in links if link["active"](rf.get(page))] == [LIST]


def test_only_who_may_change_scenarios_brings_back(kept: Scenario) -> None:
    person = User.objects.create(username="tess", is_staff=True)
    client = Client()
    client.force_login(person)
    change = ScenarioChange.objects.get()

    assert client.post(f"{HISTORY}{change.pk}/back/", {"state": "after"}).status_code == 403


def test_old_scenarios_and_old_entries_go_when_the_settings_say_so(kept: Scenario, settings: Any) -> None:
    long_ago = timezone.now() - timedelta(days=400)
    take([scenario(name="young")], None)
    ScenarioChange.objects.update(at=long_ago)
    Scenario.objects.filter(pk=kept.pk).update(updated_at=long_ago)

    assert clear_old_scenarios() == 0
    assert not ScenarioChange.objects.exists()
    settings.SCENARIO_DAYS = 365
    assert clear_old_scenarios() == 1
    assert [each.name for each in Scenario.objects.all()] == ["young"]
