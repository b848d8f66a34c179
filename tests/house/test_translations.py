"""The Chinese is complete: nothing is left out, empty, doubtful or compiled from something else."""

import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import django
import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDS_GETTEXT = pytest.mark.skipif(
    not shutil.which("xgettext"), reason="needs gettext; on Debian: apt-get install gettext"
)
FOLDER = Path("toolgroups_admin/locale/zh_Hans/LC_MESSAGES")
PLACES = re.compile(r"%\(\w+\)[sd]|\{\{|\}\}|\{\w*(?:!r)?\}")


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / ".ci" / "messages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written() -> polib.POFile:
    return polib.pofile(str(ROOT / FOLDER / "django.po"))


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def keys(file: polib.POFile) -> set[tuple[str | None, str]]:
    return {(entry.msgctxt, entry.msgid) for entry in file if not entry.obsolete}


def test_what_is_compiled_is_what_is_written(written: polib.POFile) -> None:
    compiled = polib.mofile(str(ROOT / FOLDER / "django.mo"))

    assert {(entry.msgctxt, entry.msgid): texts(entry) for entry in compiled} == {
        (entry.msgctxt, entry.msgid): texts(entry) for entry in written if entry.translated()
    }


def test_every_text_has_its_chinese_and_none_is_a_guess(written: polib.POFile) -> None:
    assert not [entry.msgid for entry in written if not entry.translated() or entry.fuzzy or entry.obsolete]


def test_a_translation_fills_in_the_same_places(written: polib.POFile) -> None:
    differing = [
        entry.msgid
        for entry in written
        for text in texts(entry)
        if sorted(PLACES.findall(text)) != sorted(PLACES.findall(entry.msgid_plural or entry.msgid))
    ]

    assert not differing


def test_a_word_of_ours_does_not_change_one_of_django(written: polib.POFile) -> None:
    ours = {entry.msgid: texts(entry) for entry in written if not entry.msgctxt}
    files = Path(django.__file__).parent.rglob("locale/zh_Hans/LC_MESSAGES/django.po")
    theirs = [entry for file in files for entry in polib.pofile(str(file)) if entry.msgstr and not entry.msgctxt]

    assert len(theirs) > 500
    assert not [entry.msgid for entry in theirs if ours.get(entry.msgid, texts(entry)) != texts(entry)]


@NEEDS_GETTEXT
def test_no_text_is_left_out_and_none_is_kept_for_nothing(messages: ModuleType, written: polib.POFile) -> None:
    found = messages.words_in_code()

    assert {name for name in found if name not in keys(written)} == set()
    assert keys(written) - found.keys() == set()


def test_bringing_it_up_to_date_keeps_what_stays_in_its_place(messages: ModuleType) -> None:
    old = entries("gone", "second", "first")
    new = {(None, text): polib.POEntry(msgid=text) for text in ("first", "new", "second")}

    missing = messages.update(old, new)

    assert [entry.msgid for entry in old] == ["second", "first", "new"]
    assert [entry.msgid for entry in missing] == ["new"]


def entries(*texts: str) -> polib.POFile:
    file = polib.POFile()
    file.extend(polib.POEntry(msgid=text, msgstr="译文") for text in texts)
    return file
