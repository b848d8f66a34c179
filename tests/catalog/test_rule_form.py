"""The field of a rule: any legal tree opened in the form and sent back untouched is the same (field case 34)."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.catalog.building import contains, group, load
from tests.documents import rule_trees
from tests.engine.strategies import RULES
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.admin.forms import GroupForm
from toolgroups_admin.catalog.admin.rule_input_words import WORDS
from toolgroups_admin.catalog.inputs import DECODER_WORDS
from toolgroups_admin.catalog.models import Change, ToolGroup
from toolgroups_admin.catalog.saving import save_with_history

SCRIPTS = sorted((Path(django_settings.BASE_DIR) / "static" / "catalog" / "rules").glob("*.js"))
SAID = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"|refuse\("((?:[^"\\]|\\.)*)"')


class Area(HTMLParser):
    """What a browser shows in the text area of a page, and so sends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.inside = tag == "textarea"

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "textarea"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.text.append(data)

    @property
    def sent(self) -> str:
        return re.sub(r"\r\n?|\n", "\r\n", "".join(self.text).removeprefix("\n"))


class AnyRule(TestCase):
    """Trees as the engine takes them, through the form's own field."""

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.one_of(rule_trees(["shared"]), RULES))
    def test_a_tree_opened_and_sent_back_untouched_is_no_change(self, tree: Any) -> None:
        row, _made = ToolGroup.objects.get_or_create(name="any")
        row.matcher = tree
        save_with_history(row, by=None)
        row.refresh_from_db()
        entries = Change.objects.count()

        form = GroupForm(instance=row)
        sent = Area(str(form["matcher"])).sent
        row.matcher = form.fields["matcher"].clean(sent)
        save_with_history(row, by=None)

        assert json.dumps(row.matcher) == json.dumps(tree)
        assert not form.fields["matcher"].has_changed(form.initial["matcher"], sent)
        assert Change.objects.count() == entries


def test_the_field_is_a_text_area_with_what_the_scripts_need(browser: Client, db: Any) -> None:
    load(groups=[{"name": "g", "matcher": contains("<b>&", "</script>")}])

    page = browser.get(f"/admin/catalog/toolgroup/{group('g').pk}/change/").content.decode()

    assert json.loads(Area(_field(page)).sent) == contains("<b>&", "</script>")
    assert '<script src="/static/catalog/rules/builder.js" type="module">' in page
    assert 'data-try-address="/admin/catalog/rules/try/"' in page


def _field(page: str) -> str:
    found = re.search(r'<textarea name="matcher".*?</textarea>', page, re.DOTALL)
    assert found
    return found[0]


def test_the_words_of_the_scripts_are_those_that_are_translated() -> None:
    said = {json.loads(f'"{one or other}"') for path in SCRIPTS for one, other in SAID.findall(path.read_text("utf-8"))}

    assert said - {*WORDS, *DECODER_WORDS} == set()
    assert set(WORDS) - said == set()


def test_scripts_and_styles_stay_small() -> None:
    sizes = {path.name: len(path.read_text("utf-8").splitlines()) for path in SCRIPTS}

    assert sizes
    assert max(sizes.values()) <= 300


def test_lists_say_the_rule_in_the_language_of_the_page(ada: User) -> None:
    load(groups=[{"name": "g", "matcher": contains("天气")}], rules=[{"name": "r", "definition": contains("雪")}])
    browser = Client(headers={"accept-language": "zh-hans"})
    browser.force_login(ada)

    assert "最后一条用户消息包含 天气" in browser.get("/admin/catalog/toolgroup/").content.decode()
    assert "最后一条用户消息包含 雪" in browser.get("/admin/catalog/matcherrule/").content.decode()
