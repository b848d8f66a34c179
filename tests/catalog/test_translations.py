"""The words of both languages: complete, compiled, filled in at the same places, and used on every page."""

import re
from pathlib import Path

import django
import polib
from django.conf import settings
from django.test import Client

from tests.catalog.building import ALWAYS, group, load, prompt, rule, tool
from tests.chinese_pages import english_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change

LOCALE = Path(settings.LOCALE_PATHS[0]) / "zh_Hans" / "LC_MESSAGES"
CHINESE = polib.pofile(str(LOCALE / "django.po"))
PLACES = re.compile(r"%\(\w+\)[sd]|\{\{|\}\}|\{\w*(?:!r)?\}")


def words_of(entry: polib.POEntry) -> str:
    """The translation; Chinese has one form for all numbers."""
    words: str = entry.msgstr_plural[0] if entry.msgid_plural else entry.msgstr
    return words


def test_every_entry_is_translated() -> None:
    assert not [entry.msgid for entry in CHINESE if not words_of(entry) or entry.fuzzy]
    assert not CHINESE.obsolete_entries()


def test_a_translation_fills_in_the_same_places() -> None:
    different = [
        entry.msgid
        for entry in CHINESE
        if sorted(PLACES.findall(words_of(entry))) != sorted(PLACES.findall(entry.msgid))
    ]

    assert not different


def test_the_compiled_file_is_that_of_the_written_one() -> None:
    compiled = {(entry.msgctxt, entry.msgid): words_of(entry) for entry in polib.mofile(str(LOCALE / "django.mo"))}

    assert compiled == {(entry.msgctxt, entry.msgid): words_of(entry) for entry in CHINESE}


def test_a_word_of_ours_does_not_change_one_of_django() -> None:
    ours = {entry.msgid: words_of(entry) for entry in CHINESE if not entry.msgctxt}
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

    english = {page.request["PATH_INFO"]: english_of(page.content.decode()) for page in pages}
    assert not {address: words for address, words in english.items() if words}
