"""The words of both languages: complete, compiled, filled in at the same places, and used on every page."""

import re
from html.parser import HTMLParser
from pathlib import Path

import django
import polib
from django.conf import settings
from django.test import Client

from tests.catalog.building import ALWAYS, group, load, prompt, rule, tool
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change

LOCALE = Path(settings.LOCALE_PATHS[0]) / "zh_Hans" / "LC_MESSAGES"
CHINESE = polib.pofile(str(LOCALE / "django.po"))
PLACES = re.compile(r"%\(\w+\)[sd]|\{\{|\}\}|\{\w*(?:!r)?\}")
WORD = re.compile(r"[A-Za-z]{3,}")
LATIN_IN_CHINESE = {
    "ToolGroups",
    "Admin",
    "JSON",
    "Schema",
    "auto",
    "none",
    "required",
    "tool",
    "kind",
    "client",
    "always",
    "English",
    "HTTP",
    "MCP",
    "Python",
    "esc",
    "hans",
    "LDAP",
}


class Words(HTMLParser):
    """The words that a person sees on a page, and those that a screen reader says."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = [value for name, value in attrs if name in {"placeholder", "aria-label", "alt"} and value]
        self.found.update(WORD.findall(" ".join(said)))

    def handle_data(self, data: str) -> None:
        self.found.update(WORD.findall(data))


def test_every_entry_is_translated() -> None:
    assert not [entry.msgid for entry in CHINESE if not entry.msgstr or entry.fuzzy]
    assert not CHINESE.obsolete_entries()


def test_a_translation_fills_in_the_same_places() -> None:
    different = [
        entry.msgid for entry in CHINESE if sorted(PLACES.findall(entry.msgstr)) != sorted(PLACES.findall(entry.msgid))
    ]

    assert not different


def test_the_compiled_file_is_that_of_the_written_one() -> None:
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(LOCALE / "django.mo"))}

    assert compiled == {entry.msgid: entry.msgstr for entry in CHINESE}


def test_a_word_of_ours_does_not_change_one_of_django() -> None:
    ours = {entry.msgid: entry.msgstr for entry in CHINESE}
    files = Path(django.__file__).parent.rglob("locale/zh_Hans/LC_MESSAGES/django.po")
    theirs = [entry for file in files for entry in polib.pofile(str(file)) if entry.msgstr and not entry.msgctxt]

    assert len(theirs) > 500
    assert not [entry.msgid for entry in theirs if ours.get(entry.msgid, entry.msgstr) != entry.msgstr]


def test_no_page_in_chinese_has_an_english_word(ada: User) -> None:
    load(
        tools=[{"key": "t1"}],
        rules=[{"name": "r1", "definition": ALWAYS}],
        groups=[{"name": "g1", "tools": ["t1"], "matcher": ALWAYS}],
        prompts=[{"name": "p1", "groups": ["g1"], "tools": ["t1"]}],
    )
    User.objects.update(username="u1")
    client = Client(headers={"accept-language": "zh-hans"})
    pages = [client.get("/admin/login/")]
    client.force_login(ada)
    for row in (tool("t1"), group("g1"), rule("r1"), prompt("p1")):
        base = f"/admin/catalog/{row._meta.model_name}/"
        pages += [
            client.get(base + end)
            for end in ("", "?q=nothing", "add/", f"{row.pk}/change/", f"{row.pk}/history/", f"{row.pk}/delete/")
        ]
    change = Change.objects.first()
    assert change is not None
    pages += [
        client.get(address)
        for address in (
            "/admin/",
            "/admin/accounts/user/",
            f"/admin/accounts/user/{ada.pk}/change/",
            "/admin/accounts/user/add/",
            "/admin/catalog/change/",
            f"/admin/catalog/change/{change.pk}/change/",
        )
    ]

    english = {page.request["PATH_INFO"]: _english_of(page.content.decode()) for page in pages}
    assert not {address: words for address, words in english.items() if words}


def _english_of(page: str) -> set[str]:
    words = Words()
    words.feed(
        re.sub(
            r"<(script|style|textarea)\b.*?</\1>|<(\w+)[^>]*material-symbols[^>]*>[^<]*</\2>", "", page, flags=re.DOTALL
        )
    )
    return words.found - LATIN_IN_CHINESE
