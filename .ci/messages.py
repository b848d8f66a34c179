"""Brings the Chinese up to date with the words in the code: adds what is new, takes out what is gone, compiles.

What stays keeps its place in the file, so that two people who add words do not meet; nothing is guessed.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
FILE = Path("toolgroups_admin/locale/zh_Hans/LC_MESSAGES/django.po")
OPTIONS = ("--locale", "zh_Hans", "--no-location", "--no-obsolete")
Key = tuple[str | None, str]


def words_in_code(root: Path = ROOT) -> dict[Key, polib.POEntry]:
    """Every text that is marked for translation, by context and text; needs gettext's commands."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("toolgroups_admin", "templates"):
            shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.po", "*.mo"))
        shutil.copy(root / "manage.py", copy)
        (copy / FILE).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            (sys.executable, "manage.py", "makemessages", *OPTIONS), cwd=copy, check=True, capture_output=True
        )
        return {key(entry): entry for entry in polib.pofile(str(copy / FILE))}


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid


def update(written: polib.POFile, found: dict[Key, polib.POEntry]) -> list[polib.POEntry]:
    """Makes the file hold exactly what was found, and returns what still has to be translated."""
    for entry in list(written):
        if entry.obsolete or key(entry) not in found:
            written.remove(entry)
        elif bool(entry.msgid_plural) != bool(found[key(entry)].msgid_plural):
            written[written.index(entry)] = found[key(entry)]
    known = {key(entry) for entry in written}
    written.extend(entry for name, entry in found.items() if name not in known)
    return [entry for entry in written if not entry.translated() or entry.fuzzy]


if __name__ == "__main__":
    file = polib.pofile(str(ROOT / FILE), wrapwidth=0)
    missing = update(file, words_in_code())
    file.save()
    file.save_as_mofile(str((ROOT / FILE).with_suffix(".mo")))
    for entry in missing:
        print(f"to be translated: {entry.msgid}")
