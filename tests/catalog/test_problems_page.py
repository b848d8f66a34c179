"""Problems in pages: all of them, narrowed, waived, beside fields and as counts, in both languages."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.catalog.building import contains, group, load, prompt, tool
from tests.chinese_pages import english_of
from tests.engine.lint.one_of_each import one_of_each
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change, Prompt, ToolGroup
from toolgroups_admin.engine import LINT_RULES

PAGE = "/admin/problems/"
WAIVE = "/admin/problems/waive/"
COUNTS = "/admin/problems/counts/"
BESIDE = "/admin/problems/beside-fields/"
MOST_QUERIES = 8


@pytest.fixture
def letter(db: Any) -> ToolGroup:
    """A group whose only keyword has one letter."""
    load(
        groups=[{"name": "letter", "owner": "ops", "matcher": contains("x")}],
        prompts=[{"name": "p", "groups": ["letter"]}],
    )
    return group("letter")


@pytest.fixture
def sensitive(db: Any) -> Prompt:
    """A prompt that always sends a sensitive tool."""
    load(
        tools=[{"key": "t", "sensitive": True, "description": "Deletes the account of a customer."}],
        prompts=[{"name": "p", "tools": ["t"]}],
    )
    return prompt("p")


def page_of(browser: Client, query: str = "") -> str:
    answer = browser.get(f"{PAGE}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(browser: Client, query: str = "") -> list[tuple[str, str]]:
    """The objects and rules that the page shows."""
    objects = browser.get(f"{PAGE}{query}").context["objects"]
    return [(each.identity, problem.rule) for each in objects for problem in each.problems]


def test_the_page_says_why_and_what_to_do_and_links_to_the_field(browser: Client, letter: ToolGroup) -> None:
    page = page_of(browser)

    assert "A single character is part of many words" in page
    assert "Write the whole word." in page
    assert f'href="/admin/catalog/toolgroup/{letter.pk}/change/#id_matcher"' in page


def test_an_empty_draft_has_no_problems(browser: Client, db: Any) -> None:
    assert "Nothing is wrong with the draft." in page_of(browser)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?severity=note", ["tool_unused"]),
        ("?severity=warning&kind=group", ["keyword_of_one_character"]),
        ("?kind=tool&rule=description_missing", ["description_missing"]),
        ("?owner=ops", ["keyword_of_one_character"]),
        ("?kind=tool&object=letter", []),
        ("?rule=unheard", []),
    ],
)
def test_the_page_is_narrowed(browser: Client, letter: ToolGroup, query: str, found: list[str]) -> None:
    load(tools=[{"key": "t"}])

    assert [rule for _, rule in shown(browser, query)] == found
    assert bool(found) != ("There is no such problem." in page_of(browser, query))


def test_choices_say_how_many_there_are(browser: Client, letter: ToolGroup) -> None:
    load(tools=[{"key": "t"}])

    choices = {choice.name: choice.options for choice in browser.get(PAGE).context["choices"]}

    assert choices["kind"] == [("tool", "Tool", 2), ("group", "Tool group", 1)]
    assert choices["severity"] == [("warning", "warning", 2), ("note", "note", 1)]
    assert choices["owner"] == [("ops", "ops", 1)]


def test_the_page_takes_the_same_number_of_queries_whatever_it_shows(browser: Client, db: Any) -> None:
    load(tools=[{"key": "t0"}])
    page_of(browser)
    with CaptureQueriesContext(connection) as few:
        page_of(browser)
    load(tools=[{"key": f"t{number}"} for number in range(40)])
    page_of(browser)

    with CaptureQueriesContext(connection) as many:
        page_of(browser)

    assert len(many) == len(few) <= MOST_QUERIES


def test_many_objects_are_shown_page_by_page(browser: Client, db: Any) -> None:
    load(tools=[{"key": f"t{number:03}"} for number in range(60)])

    first, second = shown(browser, "?kind=tool"), shown(browser, "?kind=tool&page=2")

    assert len({identity for identity, _ in first}) == 50
    assert {identity for identity, _ in second} == {f"t{number:03}" for number in range(50, 60)}
    assert "?kind=tool&amp;page=2" in page_of(browser, "?kind=tool")
    assert "?kind=tool&amp;page=1" in page_of(browser, "?kind=tool&page=2")


def test_a_draft_that_does_not_compile_says_so_and_offers_no_waiver(browser: Client, letter: ToolGroup) -> None:
    ToolGroup.objects.update(matcher={"kind": "python", "name": "gone"}, fragment=None)

    page = page_of(browser)

    assert "The draft does not compile." in page
    assert "No matcher is registered in code under this name" in page
    assert WAIVE not in page


def test_waiving_silences_the_rule_and_stands_in_the_history(browser: Client, letter: ToolGroup, ada: User) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    answer = browser.post(WAIVE, {**asked, "back": "kind=group"})

    assert answer.headers["Location"] == f"{PAGE}?kind=group"
    assert group("letter").waivers == [{"rule": "keyword_of_one_character", "reason": "It is a code."}]
    change = Change.objects.latest("id")
    assert (change.identity, change.why, change.by) == ("letter", "It is a code.", ada)
    assert not shown(browser)


def test_waiving_twice_changes_nothing(browser: Client, letter: ToolGroup) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}
    browser.post(WAIVE, asked)

    browser.post(WAIVE, {**asked, "reason": "Again."})

    assert len(group("letter").waivers) == 1
    assert Change.objects.filter(identity="letter").count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": " "},
        {"reason": "x" * 2001},
        {"rule": "unheard"},
        {"rule": "waiver_unneeded"},
        {"kind": "environment"},
        {"identity": ""},
    ],
)
def test_what_cannot_be_waived_is_refused_with_words(browser: Client, letter: ToolGroup, wrong: dict[str, str]) -> None:
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    answer = browser.post(WAIVE, asked | wrong, follow=True)

    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert group("letter").waivers == []


def test_an_object_that_is_gone_cannot_waive(browser: Client, db: Any) -> None:
    asked = {"kind": "group", "identity": "gone", "rule": "keyword_of_one_character", "reason": "It is a code."}

    assert browser.post(WAIVE, asked).status_code == 404


def test_who_may_only_look_sees_what_may_be_seen_and_waives_nothing(letter: ToolGroup) -> None:
    load(tools=[{"key": "t"}])
    viewer = User.objects.create(username="viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_toolgroup"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(viewer)
    asked = {"kind": "group", "identity": "letter", "rule": "keyword_of_one_character", "reason": "It is a code."}

    assert shown(client) == [("letter", "keyword_of_one_character")]
    assert WAIVE not in page_of(client)
    assert client.post(WAIVE, asked).status_code == 403


def test_who_may_see_no_kind_sees_no_page(db: Any) -> None:
    client = Client()
    client.force_login(User.objects.create(username="nobody", is_staff=True))

    assert client.get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302


def counts_in(page: str) -> list[str]:
    return re.findall(r'<a class="problem-count[^>]*>', page)


def parts_of(page: str, address: str) -> str:
    """What the page asks for when it is there itself."""
    [asked] = re.findall(rf'hx-get="({address}[^"]*)"', page)
    return unescape(asked)


def test_lists_count_problems_and_link_to_them(browser: Client, letter: ToolGroup) -> None:
    load(groups=[{"name": "fine", "matcher": contains("order")}], prompts=[{"name": "q", "groups": ["fine"]}])
    page_of(browser)

    page = browser.get("/admin/catalog/toolgroup/").content.decode()

    assert counts_in(page) == [
        '<a class="problem-count is-warning" href="/admin/problems/?kind=group&amp;object=letter"'
        ' title="1 warning" aria-label="1 warning">'
    ]
    assert COUNTS not in page
    assert shown(browser, "?kind=group&object=letter")


def test_a_list_does_not_wait_for_lint_but_asks_for_the_counts(browser: Client, letter: ToolGroup) -> None:
    load(groups=[{"name": "fine", "matcher": contains("order")}], prompts=[{"name": "q", "groups": ["fine"]}])

    page = browser.get("/admin/catalog/toolgroup/").content.decode()
    counts = browser.get(parts_of(page, COUNTS)).content.decode()

    assert not counts_in(page)
    assert len(counts_in(counts)) == 1
    assert f'<span id="problem-count-{letter.pk}" hx-swap-oob=true>' in counts
    assert f'<span id="problem-count-{group("fine").pk}" hx-swap-oob=true>–</span>' in counts
    assert COUNTS not in browser.get("/admin/catalog/toolgroup/").content.decode()


def test_an_empty_list_asks_for_nothing(browser: Client, db: Any) -> None:
    assert COUNTS not in browser.get("/admin/catalog/toolgroup/").content.decode()


@pytest.mark.parametrize("kind", ["tool", "matcherrule", "prompt"])
def test_every_list_has_the_column(browser: Client, db: Any, kind: str) -> None:
    load(
        tools=[{"key": "t"}],
        rules=[{"name": "r", "definition": contains("x")}],
        prompts=[{"name": "p", "title": "hid\u200bden"}],
    )
    page_of(browser)

    assert counts_in(browser.get(f"/admin/catalog/{kind}/").content.decode())


def test_a_form_says_at_the_field_what_is_wrong(browser: Client, letter: ToolGroup) -> None:
    page_of(browser)

    page = browser.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    field = page[page.index('id="id_matcher"') :]
    assert "A single character is part of many words" in field[: field.index('id="id_system_prompt"')]
    assert BESIDE not in page


def test_a_form_says_above_what_has_no_field(browser: Client, sensitive: Prompt) -> None:
    page_of(browser)

    page = browser.get(f"/admin/catalog/prompt/{sensitive.pk}/change/").content.decode()

    above = page[page.index('class="object-problems"') : page.index('id="prompt_form"')]
    assert "offered the sensitive tool “t”" in above
    assert "/admin/problems/?kind=prompt&amp;object=p" in above


def test_a_form_does_not_wait_for_lint_but_asks_for_its_problems(browser: Client, letter: ToolGroup) -> None:
    page = browser.get(f"/admin/catalog/toolgroup/{letter.pk}/change/").content.decode()

    parts = browser.get(parts_of(page, BESIDE)).content.decode()

    assert "A single character" not in page
    assert '<div id="problems-at-matcher" >' in page
    assert '<div id="problems-at-matcher" hx-swap-oob=true>' in parts
    assert "A single character is part of many words" in parts


def test_what_has_no_field_is_asked_for_too(browser: Client, sensitive: Prompt) -> None:
    page = browser.get(f"/admin/catalog/prompt/{sensitive.pk}/change/").content.decode()

    assert "offered the sensitive tool “t”" in browser.get(parts_of(page, BESIDE)).content.decode()


def test_a_form_that_is_refused_says_what_is_wrong_with_what_is_saved(browser: Client, letter: ToolGroup) -> None:
    page_of(browser)

    refused = browser.post(f"/admin/catalog/toolgroup/{letter.pk}/change/", {"name": ""})

    assert "A single character is part of many words" in refused.content.decode()


def test_a_form_of_something_new_has_no_problems(browser: Client, db: Any) -> None:
    page = browser.get("/admin/catalog/toolgroup/add/").content.decode()

    assert "object-problems" not in page
    assert "problems-at" not in page


@pytest.mark.parametrize("address", [COUNTS, BESIDE])
def test_parts_are_for_those_who_may_see_the_kind(browser: Client, letter: ToolGroup, address: str) -> None:
    client = Client()
    client.force_login(User.objects.create(username="nobody", is_staff=True))

    assert client.get(f"{address}?kind=group").status_code == 403
    assert browser.get(f"{address}?kind=unheard").status_code == 404
    assert browser.get(f"{address}?kind=group&pk=x&object=gone").content.decode().strip() == ""


def test_every_problem_is_said_in_chinese(ada: User, settings: Any) -> None:
    settings.LINT_MOST_TOKENS = 500
    document = one_of_each()
    load(**{section: objects for section, objects in document.items() if section != "format"})
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)

    english = {}
    for rule in LINT_RULES:
        page = client.get(f"{PAGE}?rule={rule}").content.decode()
        words = LINT_RULES[rule]
        english[rule] = [text for text in (words.title, words.why, words.remedy) if text in page]

    assert not {rule: texts for rule, texts in english.items() if texts}


def test_the_page_has_no_english_words_in_chinese(ada: User, db: Any) -> None:
    load(
        tools=[{"key": "t1"}], groups=[{"name": "g1", "matcher": contains("x")}, {"name": "g2", "matcher": contains()}]
    )
    User.objects.update(username="u1")
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)
    addresses = [PAGE, f"{PAGE}?kind=prompt", f"{PAGE}?object=g1", "/admin/catalog/toolgroup/"]
    addresses += [f"/admin/catalog/toolgroup/{group('g1').pk}/change/", f"/admin/catalog/tool/{tool('t1').pk}/change/"]

    english = {address: english_of(client.get(address).content.decode()) for address in addresses}

    assert not {address: words for address, words in english.items() if words}
