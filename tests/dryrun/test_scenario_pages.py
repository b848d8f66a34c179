"""Scenarios in the browser: made in one click, edited field by field, checked all at once."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.dryrun.asking import PAGE, says
from tests.dryrun.scenarios import scenario, shop
from tests.releases.pages import words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import ToolGroup
from toolgroups_admin.catalog.saving import save_with_history
from toolgroups_admin.dryrun.checking import check
from toolgroups_admin.dryrun.models import Scenario
from toolgroups_admin.dryrun.scenarios import take, written
from toolgroups_admin.dryrun.sources import compiled

EXPECT = f"{PAGE}expect/"
LIST = "/admin/dryrun/scenario/"
WEATHER = says("上海天气", prompt="p")


@pytest.fixture
def shop_draft(db: Any) -> None:
    apply_import(plan_import(shop()), by=None)


@pytest.fixture
def kept(shop_draft: None) -> Scenario:
    take([scenario(hits=["weather"], tool_sources={"get_weather": "group:weather"})], None)
    return Scenario.objects.get()


def fields(**changes: Any) -> dict[str, Any]:
    """What the form of a scenario sends."""
    whole = {"name": "s", "context": '{"prompt": "p"}', "tags": "smoke, qa", "owner": "QA", "note": "", "hits": "vip"}
    return {**whole, **changes}


def break_the_draft() -> None:
    weather = ToolGroup.objects.get(name="weather")
    weather.matcher = {"kind": "python", "name": "gone"}
    save_with_history(weather, by=None)


def errors(answer: Any) -> Any:
    return answer.context["adminform"].form.errors.as_data()


def test_one_click_expects_what_is_seen(browser: Client, shop_draft: None, ada: User) -> None:
    answer = browser.post(EXPECT, WEATHER, follow=True)

    made = Scenario.objects.get()
    assert (made.name, made.prompt, made.changed_by) == ("p: 上海天气", "p", ada)
    assert made.context == {"prompt": "p", "messages": [{"role": "user", "content": "上海天气"}]}
    assert made.expectations == {
        "hits": ["weather"],
        "misses": ["order", "vip"],
        "tools": ["calculate", "get_weather"],
        "no_other_tools": True,
        "tool_sources": {"calculate": "prompt", "get_weather": "group:weather"},
    }
    assert "expects what was shown" in words_of(answer)
    assert check(written(made), compiled("draft")).passed


def test_others_of_the_same_words_get_names_of_their_own(browser: Client, shop_draft: None) -> None:
    for account in ("1", "2", "3"):
        browser.post(EXPECT, says("上海天气", prompt="p", account=account))

    assert sorted(Scenario.objects.values_list("name", flat=True)) == [
        "p: 上海天气",
        "p: 上海天气 (2)",
        "p: 上海天气 (3)",
    ]


def test_a_button_pressed_twice_makes_one_scenario(browser: Client, shop_draft: None) -> None:
    addresses = {browser.post(EXPECT, WEATHER).headers["Location"] for _ in range(2)}

    assert len(addresses) == Scenario.objects.count() == 1


def test_a_chat_without_words_is_named_after_its_prompt(browser: Client, shop_draft: None) -> None:
    browser.post(EXPECT, says(prompt="p"))

    assert Scenario.objects.get().name == "p"


def test_the_tool_context_is_left_out(browser: Client, shop_draft: None) -> None:
    browser.post(EXPECT, says("x", prompt="p", further='{"tool_context": {"token": "canary"}}'))

    assert "tool_context" not in Scenario.objects.get().context


def test_what_has_no_answer_makes_no_scenario(browser: Client, shop_draft: None) -> None:
    answer = browser.post(EXPECT, says("x", prompt="p", further="{"))

    assert "Line 1, column 2" in words_of(answer)
    assert not Scenario.objects.exists()


def test_every_character_that_cannot_be_kept_is_said_and_makes_none(browser: Client, shop_draft: None) -> None:
    whole = '{"role": "user", "content": "a\\u0000"}'

    answer = browser.post(EXPECT, says("x", prompt="p", role=[""], content=[whole], message_json=["1"]))

    assert "U+0000" in words_of(answer)
    assert not Scenario.objects.exists()


def test_a_scenario_is_written_by_hand(browser: Client, shop_draft: None, ada: User) -> None:
    sent = fields(
        misses="weather\r\n\r\n order ",
        tools="a\nb",
        no_other_tools="on",
        tool_sources="a = group:vip\nb=prompt",
        system_prompt_has="You help.\n  two",
    )

    browser.post(f"{LIST}add/", sent)

    made = Scenario.objects.get()
    assert (made.prompt, made.tags, made.changed_by) == ("p", ["smoke", "qa"], ada)
    assert made.expectations == {
        "hits": ["vip"],
        "misses": ["weather", "order"],
        "tools": ["a", "b"],
        "system_prompt_has": ["You help.", "  two"],
        "no_other_tools": True,
        "tool_sources": {"a": "group:vip", "b": "prompt"},
    }


def test_its_form_shows_what_is_expected_and_saving_it_changes_nothing(browser: Client, kept: Scenario) -> None:
    address = f"{LIST}{kept.pk}/change/"
    shown = browser.get(address).context["adminform"].form
    sent = {name: shown[name].value() or "" for name in shown.fields}

    browser.post(address, sent)

    after = Scenario.objects.get()
    assert after.members() == kept.members()
    assert after.changed_by is not None


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"hits": ""}, "__all__", "nothing_expected"),
        ({"misses": "vip"}, "misses", "contradiction"),
        ({"tool_sources": "a = nowhere"}, "tool_sources", "wrong_source"),
        ({"context": '{"prompt": 5}'}, "context", "wrong_type"),
        ({"context": "[]"}, "context", "wrong_type"),
        ({"context": "{"}, "context", "invalid_json"),
        ({"name": ""}, "name", "required"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    browser: Client, shop_draft: None, changes: Any, field: str, code: str
) -> None:
    found = errors(browser.post(f"{LIST}add/", fields(**changes)))

    assert [(name, each[0].code) for name, each in found.items()] == [(field, code)]


def test_its_page_says_how_it_stands_against_the_draft(browser: Client, kept: Scenario) -> None:
    address = f"{LIST}{kept.pk}/change/"
    good = words_of(browser.get(address))
    apply_import(plan_import(shop(keyword="snow")), by=None)

    bad = words_of(browser.get(address))

    assert "passes" in good
    assert "The group “weather” must hit, and it does not." in bad
    assert "Misses because the message has none of “snow”." in bad


def test_its_page_opens_while_the_draft_does_not_compile(browser: Client, kept: Scenario) -> None:
    break_the_draft()

    assert "does not compile" in words_of(browser.get(f"{LIST}{kept.pk}/change/"))


def test_it_opens_on_the_dry_run_page(browser: Client, kept: Scenario) -> None:
    page = browser.get(f"{PAGE}scenario/{kept.pk}/").context["page"]

    assert page.typed.turns[0].content == "上海天气"
    assert page.answer.trial.resolution.groups == ("weather",)


@pytest.mark.parametrize(
    ("scenarios", "words"),
    [
        ([], "There are no scenarios yet."),
        ([scenario()], "1 scenario passes."),
        ([scenario(), scenario("x", name="the other")], "1 of 2 fail"),
    ],
)
def test_all_are_checked_at_once(browser: Client, shop_draft: None, scenarios: Any, words: str) -> None:
    take(scenarios, None)

    answer = browser.get(f"{LIST}check/")

    assert words in words_of(answer)
    assert [result.scenario.name for result in answer.context.get("shown", ())] == [
        each["name"] for each in scenarios if each["name"] == "the other"
    ]


@pytest.mark.parametrize(
    ("narrowed", "names"),
    [
        ("outcome=fails", ["broken", "refused"]),
        ("outcome=passes", ["good"]),
        ("tag=smoke", ["good"]),
        ("owner=QA", ["broken"]),
        ("prompt=q", ["refused"]),
        ("outcome=fails&owner=QA", ["broken"]),
    ],
)
def test_the_list_is_narrowed(browser: Client, shop_draft: None, narrowed: str, names: list[str]) -> None:
    good, broken = scenario(name="good"), scenario("x", name="broken")
    take([{**good, "tags": ["smoke"]}, {**broken, "owner": "QA"}], None)
    take([{**scenario(name="refused"), "context": {"prompt": "q"}}], None)

    answer = browser.get(f"{LIST}?{narrowed}")

    assert [row.name for row in answer.context["cl"].result_list] == names


def test_while_the_draft_does_not_compile_all_fail(browser: Client, kept: Scenario) -> None:
    break_the_draft()

    answer = browser.get(f"{LIST}?outcome=fails")

    assert len(answer.context["cl"].result_list) == 1


def test_a_source_that_is_not_there_is_said(browser: Client, shop_draft: None) -> None:
    assert "no such source" in words_of(browser.get(f"{LIST}check/?source=release:9"))


def test_the_list_asks_few_queries_whatever_its_size(
    browser: Client, shop_draft: None, django_assert_max_num_queries: Any
) -> None:
    take([scenario(name=f"s{number}") for number in range(40)], None)

    with django_assert_max_num_queries(14):
        answer = browser.get(LIST)

    assert "s39" in words_of(answer)


@pytest.mark.parametrize(
    ("permissions", "makes", "lists", "checks", "opens"),
    [
        (("run",), 403, 403, 403, 403),
        (("run", "add_scenario"), 302, 403, 403, 403),
        (("run", "view_scenario"), 403, 200, 200, 200),
        (("view_scenario",), 403, 200, 200, 403),
    ],
)
def test_each_permission_is_asked_for(
    kept: Scenario, permissions: tuple[str, ...], makes: int, lists: int, checks: int, opens: int
) -> None:
    person = User.objects.create(username="tess", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions, content_type__app_label="dryrun"))
    client = Client()
    client.force_login(person)

    assert client.post(EXPECT, WEATHER).status_code == makes
    assert client.get(LIST).status_code == lists
    assert client.get(f"{LIST}check/").status_code == checks
    assert client.get(f"{PAGE}scenario/{kept.pk}/").status_code == opens
