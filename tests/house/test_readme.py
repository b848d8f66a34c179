"""The manual cannot lie: what README.md names exists, and what exists is named there."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from toolgroups_admin.engine import compile_catalog, parse_context, resolve

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
SETTINGS = (ROOT / "toolgroups_admin" / "settings.py").read_text("utf-8")
COMMANDS = {
    path.stem: path.read_text("utf-8")
    for path in ROOT.glob("toolgroups_admin/*/management/commands/*.py")
    if path.stem != "__init__"
}
OF_DJANGO = {"axes_reset_username", "migrate", "createsuperuser"}


def found(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text, re.MULTILINE))


def test_every_environment_variable_of_the_settings_is_documented() -> None:
    documented = found(r"^\| `([A-Z][A-Z0-9_]*)` \|", README)
    read = found(r"\benv(?:\.\w+)?\(\s*\"(\w+)\"", SETTINGS)

    assert read
    assert not read - documented


def test_every_documented_environment_variable_is_read_somewhere() -> None:
    documented = found(r"^\| `([A-Z][A-Z0-9_]*)` \|", README)
    build = MAKEFILE + "".join(path.read_text("utf-8") for path in (ROOT / ".ci").iterdir() if path.is_file())

    assert not {name for name in documented if name not in SETTINGS and name not in build}


def test_the_make_targets_and_the_manual_name_each_other() -> None:
    named = found(r"\bmake ([a-z][\w-]*)", "\n".join(found(r"`[^`\n]+`", README)))
    targets = set(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split())

    assert named == targets


def test_every_command_and_its_options_are_in_the_manual() -> None:
    described = found(r"manage\.py (\w+)", README)
    options = {option for source in COMMANDS.values() for option in found(r"\"(--[a-z-]+)\"", source)}

    assert not set(COMMANDS) - described
    assert not {option for option in options if option not in README}


def test_every_command_in_the_manual_exists() -> None:
    assert not found(r"manage\.py (\w+)", README) - set(COMMANDS) - OF_DJANGO


def test_every_path_of_the_layout_exists() -> None:
    layout = README.partition("## Layout")[2].partition("\n## ")[0]
    paths = found(r"^\| `([^`]+)` \|", layout)

    assert paths
    assert not {path for path in paths if not (ROOT / path).exists()}


def test_the_gate_is_the_test_command_of_the_manual() -> None:
    gate = (ROOT / ".ci" / "run").read_text("utf-8")

    assert found(r"^(make .*?)(?: 2>&1.*)?$", gate) == {"make test"}
    assert "`make test`" in README


def test_the_example_document_of_the_manual_answers_its_example_context() -> None:
    document, context = (
        json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    )

    resolution = resolve(compile_catalog(document), parse_context(context))

    assert resolution.groups == ("weather",)
    assert resolution.system_prompt == "You are helpful.\n\nAsk the weather tool; never guess."


@pytest.mark.parametrize("text", [README, CHANGELOG], ids=["README.md", "CHANGELOG.md"])
def test_nothing_is_said_twice(text: str) -> None:
    """Both are joined line by line when branches meet, so that what two people changed would stand there twice."""
    prose = " ".join(re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL).split())
    sentences = Counter(sentence for sentence in re.split(r"(?<=[.;,|]) ", prose) if len(sentence) > 40)
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    named = Counter((place, name) for place, section in enumerate(sections) for name in _named_in(section))

    assert not [sentence for sentence, times in sentences.items() if times > 1]
    assert not [name for (_place, name), times in named.items() if times > 1]


def _named_in(section: str) -> list[str]:
    """The first column of the tables of a section, but for options, which several commands may have."""
    return [name for name in re.findall(r"^\| (`[^|]+`) \|", section, re.MULTILINE) if not name.startswith("`…")]
