"""An error names the field, the value and the remedy, in either language (field case 39)."""

from typing import Any

import polib
import pytest
from django.utils.translation import override

from tests.catalog.command_line import ROOT
from tests.engine.building import document, group
from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.engine import Fault, InvalidDocument, compile_catalog

EVASIVE = (
    "an error occurred",
    "an error has occurred",
    "try again later",
    "unknown error",
    "出错了，请",
    "稍后再试",
    "请稍后重试",
)

WRONG: list[tuple[str, Any, str, str]] = [
    ("keywords", {"kind": "prompt_contains", "keywords": "天气"}, "天气", "list"),
    ("pattern", {"kind": "prompt_matches", "pattern": "a(b"}, "a(b", ")"),
    ("op", {"kind": "condition", "field": "model", "op": "like", "value": "x"}, "like", "equals"),
    ("field", {"kind": "condition", "field": "modle", "op": "exists"}, "modle", "model"),
    ("percent", {"kind": "rollout", "percent": 120, "by": "account_id", "salt": "s"}, "120", "100"),
    ("name", {"kind": "rule", "name": "nowhere"}, "nowhere", "rule"),
    ("expression", {"kind": "expression", "expression": "ctx.modle == 'x'"}, "modle", "modle"),
    ("from", {"kind": "schedule", "from": "tomorrow"}, "tomorrow", "2026"),
]


def faults_of(rule: Any) -> list[Fault]:
    with pytest.raises(InvalidDocument) as refused:
        compile_catalog(document(group("g", matcher=rule)))
    return list(refused.value.faults)


@pytest.mark.parametrize(("member", "rule", "value", "remedy"), WRONG)
def test_a_fault_of_a_rule_names_its_member_what_stands_there_and_what_to_do(
    member: str, rule: Any, value: str, remedy: str
) -> None:
    [fault] = faults_of(rule)

    with override("en"):
        said = in_words(fault)
    assert fault.path.startswith(f"$.groups[0].matcher.{member}")
    assert value in f"{said} {fault.value}"
    assert remedy in said


def test_no_text_of_ours_leaves_a_person_without_a_remedy() -> None:
    catalogue = polib.pofile(str(ROOT / "toolgroups_admin/locale/zh_Hans/LC_MESSAGES/django.po"))
    texts = [text.lower() for entry in catalogue for text in (entry.msgid, entry.msgstr)]

    assert [text for text in texts if any(words in text for words in EVASIVE)] == []
