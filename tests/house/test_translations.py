"""The Chinese is complete: nothing is left out, empty, doubtful or compiled from something else."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path("toolgroups_admin/locale/zh_Hans/LC_MESSAGES")
PLACEHOLDERS = {"python-format": r"%\(\w+\)[sd]|%%", "python-brace-format": r"\{\w*\}"}


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


def test_the_chinese_names_the_same_values(written: polib.POFile) -> None:
    differing = [
        entry.msgid
        for entry in written
        for flag, pattern in PLACEHOLDERS.items()
        if flag in entry.flags
        for text in texts(entry)
        if set(re.findall(pattern, text)) != set(re.findall(pattern, entry.msgid_plural or entry.msgid))
    ]

    assert not differing


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext; on Debian: apt-get install gettext")
def test_no_text_is_left_out_and_none_is_kept_for_nothing(written: polib.POFile, tmp_path: Path) -> None:
    for name in ("toolgroups_admin", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    options = ("--locale", "zh_Hans", "--no-location", "--no-obsolete")

    subprocess.run([sys.executable, "manage.py", "makemessages", *options], cwd=tmp_path, check=True, capture_output=True)

    found = keys(polib.pofile(str(tmp_path / FOLDER / "django.po")))
    assert found - keys(written) == set()
    assert keys(written) - found == set()
