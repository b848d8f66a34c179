"""Two people edit one object: both versions are shown, nothing typed is lost, the second chooses (field case 35)."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import ALWAYS, contains, group, load
from tests.catalog.test_admin_forms import address_of, errors_of, form_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, ToolGroup

BEFORE = {"name": "weather", "title": "Weather", "tools": ["a"], "matcher": ALWAYS, "system_prompt": "one\ntwo"}


class Tab:
    """A page of the group in some browser: what is typed there, and what came back."""

    def __init__(self, client: Client, row: ToolGroup) -> None:
        self.client, self.address = client, address_of(row)
        self.typed = form_of(client.get(self.address))
        self.page: Any = None

    def save(self, **typed: Any) -> int:
        """Types and saves; what comes back with an error is what is typed from then on."""
        self.page = self.client.post(self.address, self.typed | typed)
        if self.page.status_code == 200:
            base = self.page.context["adminform"].form.base
            chosen = {choice.input_name: choice.chosen for choice in self.choices if choice.chosen}
            again = {name: _one_line_end(value) for name, value in form_of(self.page).items()}
            self.typed = again | chosen | ({"conflict_base": base.pk} if base else {})
        return int(self.page.status_code)

    @property
    def choices(self) -> Any:
        return self.page.context["adminform"].form.choices

    @property
    def shown(self) -> dict[str, tuple[str, str, str]]:
        return {choice.name: (choice.theirs, choice.mine, choice.chosen) for choice in self.choices}


def _one_line_end(value: Any) -> Any:
    return value.replace("\r\r\n", "\r\n") if isinstance(value, str) else value


@pytest.fixture
def weather(db: Any) -> ToolGroup:
    load(tools=[{"key": key} for key in "abc"], groups=[BEFORE])
    return group("weather")


@pytest.fixture
def mine(browser: Client, weather: ToolGroup) -> Tab:
    return Tab(browser, weather)


@pytest.fixture
def theirs(bob: User, weather: ToolGroup) -> Tab:
    client = Client(headers={"accept-language": "en"})
    client.force_login(bob)
    return Tab(client, weather)


def test_both_versions_of_what_both_changed_are_shown_and_nothing_is_saved(mine: Tab, theirs: Tab) -> None:
    theirs.save(title="Theirs", tools="a\nb")

    mine.save(title="Mine", tools="c", system_prompt="mine alone")

    assert mine.shown == {"title": ("Theirs", "Mine", ""), "tools": ("a\nb", "c", "")}
    assert mine.typed["system_prompt"] == "mine alone"
    assert group("weather").title == "Theirs"
    page = mine.page.content.decode()
    assert all(text in page for text in ["Theirs", "Mine", 'name="choice-title"', 'name="conflict_base"'])


def test_what_only_they_changed_stays_theirs_without_a_choice(mine: Tab, theirs: Tab) -> None:
    theirs.save(matcher=json.dumps(contains("rain")), enabled="")

    mine.save(title="Mine")
    assert {name: chosen for name, (_, _, chosen) in mine.shown.items()} == {"matcher": "theirs", "enabled": "theirs"}
    assert mine.save() == 302

    saved = group("weather")
    assert (saved.title, saved.matcher, saved.enabled) == ("Mine", contains("rain"), False)


def test_saving_without_a_choice_is_refused_and_the_text_stays(mine: Tab, theirs: Tab) -> None:
    theirs.save(title="Theirs")
    mine.save(title="Mine")

    assert mine.save() == 200

    assert errors_of(mine.page)["__all__"] == ["Choose theirs or yours for: Title."]
    assert mine.typed["title"] == "Mine"
    assert group("weather").title == "Theirs"


@pytest.mark.parametrize(("chosen", "saved"), [("theirs", ("Theirs", ["a", "b"])), ("mine", ("Mine", ["a", "b"]))])
def test_the_person_chooses_field_by_field(mine: Tab, theirs: Tab, chosen: str, saved: tuple[str, list[str]]) -> None:
    theirs.save(title="Theirs", tools="a\nb")
    mine.save(title="Mine", tools="c")

    assert mine.save(**{"choice-title": chosen, "choice-tools": "theirs"}) == 302

    row = group("weather")
    assert (row.title, [str(link) for link in row.group_tools.all()]) == saved
    assert Change.objects.exclude(action="import").count() == (2 if chosen == "mine" else 1)


def test_mine_over_theirs_replaces_all_that_they_saved(mine: Tab, theirs: Tab) -> None:
    theirs.save(title="Theirs", system_prompt="theirs")
    mine.save(title="Mine")

    assert mine.save(_mine_over_theirs="") == 302

    assert (group("weather").title, group("weather").system_prompt) == ("Mine", "one\ntwo")


def test_two_tabs_of_one_person_are_no_different(browser: Client, weather: ToolGroup) -> None:
    first, second = Tab(browser, weather), Tab(browser, weather)
    first.save(title="First")

    second.save(title="Second")

    assert second.shown == {"title": ("First", "Second", "")}


def test_what_both_typed_the_same_needs_no_choice(mine: Tab, theirs: Tab) -> None:
    theirs.save(title="Same", system_prompt="same\r\ntext")
    mine.save(title="Same", system_prompt="same\ntext")

    assert mine.choices == []
    assert mine.save() == 302


def test_what_they_save_while_one_chooses_is_shown_again(mine: Tab, theirs: Tab, bob: User) -> None:
    theirs.save(title="Theirs")
    mine.save(title="Mine")
    Tab(theirs.client, group("weather")).save(title="Theirs again")

    mine.save(**{"choice-title": "mine"})

    assert mine.shown == {"title": ("Theirs again", "Mine", "")}
    assert mine.save(**{"choice-title": "mine"}) == 302
    assert group("weather").title == "Mine"


def test_a_rule_that_does_not_compile_is_kept_beside_the_choice(mine: Tab, theirs: Tab) -> None:
    theirs.save(title="Theirs")
    mine.save(title="Mine", matcher='{"kind": "nonsense"}')

    mine.save(**{"choice-title": "mine"})

    assert mine.shown == {"title": ("Theirs", "Mine", "mine")}
    assert mine.typed["matcher"] == '{"kind": "nonsense"}'


def test_the_choice_is_offered_in_chinese(ada: User, weather: ToolGroup, theirs: Tab) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)
    tab = Tab(client, weather)
    theirs.save(title="Theirs")

    tab.save(title="Mine")

    assert all(words in tab.page.content.decode() for words in ["对方的", "我的", "用我的覆盖对方的"])
