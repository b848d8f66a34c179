"""No page in Chinese has an English word, whatever room it is from: every address of the admin is looked at."""

from contextlib import suppress
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils.translation import override

from tests.chinese_pages import english_of
from tests.gateway.providing import provider
from tests.live_state import own_live_state
from tests.releases.connecting import connection, tool_context
from tests.releases.editing import edit
from tests.releases.listening import mailbox, webhook
from tests.traffic.calls import tool_call
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import Kind, Tool, ToolGroup
from toolgroups_admin.dryrun.batches.receiving import receive_scenarios
from toolgroups_admin.dryrun.erasing import erase
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.dryrun.models import Batch, DryRun, Scenario
from toolgroups_admin.dryrun.scenarios import take
from toolgroups_admin.releases.delivering import send_test
from toolgroups_admin.releases.keys import SCOPES, make_key, revoke
from toolgroups_admin.releases.models import APIKey, Environment, PublishRequest, Release
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import switch_off

__all__ = ["own_live_state"]

ALWAYS = {"kind": "always"}
DOCUMENT = {
    "format": 1,
    "tools": [{"key": "t1"}],
    "rules": [{"name": "r1", "definition": ALWAYS}],
    "groups": [{"name": "g1", "tools": ["t1"], "matcher": ALWAYS}],
    "prompts": [{"name": "p1", "groups": ["g1"], "tools": ["t1"]}],
}
# Names of formats, of members of a document and of what is made below, which a Chinese page has in Latin letters too.
NAMES = frozenset(
    {
        *("enabled", "title", "description"),  # of a difference
        *("OpenAPI", "CEL", "name", "key", "definition", "matcher", "format", "tools", "groups", "prompts"),
        *("group", "prompt", "request", "rules", "resolve", "explain", "execute", "chat", "read", "preview"),
        *("publish", "any", "production", "staging", "true", "false", "now", "streaming", "system"),
        *("developer", "user", "assistant", "OpenAI", "Responses", "Anthropic", "Gemini", "ToolGroup", "OAuth"),
        *("https", "curl", "httpx", "token", "Alt", "SHA", "development", "RFC", "context", "expect", "tags"),
        *("owner", "note", "CSV", "UTF", "GBK", "Big", "EUC", "JIS", "Shift", "Windows"),
    }
)
# Addresses that are no page, since they answer programs or only redirect; and Django's page of permissions, which
# nothing leads to and whose names Django keeps in the database in English.
NO_PAGES = {"jsi18n", "autocomplete", "view_on_site", "logout", "search", "auth_group_add", "auth_group_change"}


HTML = ' lang="zh-hans"'
PYTHON = "(&#x27;"  # the beginning of a tuple of texts, as Python writes it


@pytest.fixture
def browser(db: Any) -> Client:
    """Somebody who reads Chinese and may do everything, where there is one object of each kind."""
    person = User.objects.create(username="u1", is_staff=True, is_superuser=True)
    apply_import(plan_import(DOCUMENT), by=person)
    production = Environment.objects.get(name="production")
    publish(production, by=person)
    edit(ToolGroup.objects.get(), enabled=False, title="n1")
    edit(Tool(key="t2"), description="d1")
    publish(production, by=person)
    edit(ToolGroup.objects.get(), enabled=True, system_prompt="s1")
    PublishRequest.objects.create(environment=production, base=1, digest="0" * 64, by=person)
    make_key(production, name="k1", scopes=SCOPES, by=person)
    revoke(make_key(production, name="k2", scopes=["resolve"], by=person, prompts=["p1"])[0], by=person)
    connection(production, "c1", url="https://c1.cn", headers={})
    provider(production, "p1", url="https://p1.cn", model_list="m1")
    tool_context(production, "p1", v1="v")
    send_test(webhook(production, "https://127.0.0.1:1/"))
    mailbox(production, "a@b.cn")
    switch_off(production, Kind.GROUP, "g1", reason="r1", by=person)
    keep({"prompt": "p1", "messages": [{"role": "user", "content": "你好"}]}, source="draft", by=person)
    broken = {"hits": ["g9"], "misses": ["g1"], "tools": ["t9"], "absent_tools": ["t1"], "system_prompt_has": ["9"]}
    take([{"name": "s1", "context": {"prompt": "p1"}, "expect": broken}], person)
    with override("zh-hans"):
        receive_scenarios(name="b1", by=person)
    erase("a1", by=person)
    tool_call()
    Group.objects.create(name="g1")
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(person)
    return client


def test_no_page_of_the_admin_in_chinese_has_an_english_word(browser: Client) -> None:
    pages = {address: browser.get(address) for address in addresses()}

    assert len(pages) > 40
    assert not {address: page.status_code for address, page in pages.items() if page.status_code not in {200, 302, 403}}
    english = {
        address: english_of(page.content.decode(), also=NAMES)
        for address, page in pages.items()
        if page.headers["Content-Type"].startswith("text/html")
    }
    assert not {address: words for address, words in english.items() if words}
    texts = {address: page.content.decode() for address, page in pages.items() if address in english}
    assert not [address for address, text in texts.items() if "<html" in text and HTML not in text]
    assert [address for address, page in pages.items() if PYTHON in page.content.decode()] == []


def test_the_page_to_sign_in_in_chinese_has_no_english_word(db: Any) -> None:
    page = Client(headers={"accept-language": "zh-hans"}).get("/admin/login/")

    assert not english_of(page.content.decode(), also=NAMES)


def addresses() -> list[str]:
    """The address of every page of the admin; those of an object with the first object that there is."""
    found = {name: address(name) for name in names() if name not in NO_PAGES}
    unknown = sorted(name for name, where in found.items() if where is None)
    assert not unknown, f"say in address() what these take: {unknown}"
    kept = reverse("dryrun:kept", args=[DryRun.objects.get().pk])
    scenario = reverse("dryrun:scenario", args=[Scenario.objects.get().pk])
    batch = reverse("dryrun:batches:batch", args=[Batch.objects.get().pk])
    trying = reverse("traffic:try", args=[Tool.objects.get(key="t1").pk])
    own = {reverse("dryrun:page"), trying, kept, scenario, batch, reverse("dryrun:batches:new")}
    own |= {f"{reverse('admin:releases_release_changelist')}?q=nothing"}
    own |= {reverse("admin:releases_release_change", args=[release.pk]) for release in Release.objects.all()}
    own |= {reverse("admin:releases_apikey_revoke", args=[key.pk]) for key in APIKey.objects.all()}
    return sorted({*own, *(where for where in found.values() if where)})


def names() -> set[str]:
    """The names of the admin's addresses."""
    _, resolver = get_resolver().namespace_dict["admin"]
    return {name for name in resolver.reverse_dict if isinstance(name, str)}


def address(name: str) -> str | None:
    """Where the page is, if we know with what to ask for it."""
    row = next((model._default_manager.first() for model in admin.site._registry if belongs(name, model)), None)
    of_row = [[row.pk], [row.pk, "after"], [row.pk, 1]] if row else []
    for arguments in ([], *of_row, ["catalog"]):
        with suppress(NoReverseMatch):
            return reverse(f"admin:{name}", args=arguments)
    return None


def belongs(name: str, model: type[Model]) -> bool:
    own = f"{model._meta.app_label}_{model._meta.model_name}_"
    return name.startswith(own) or (model is User and name == "auth_user_password_change")
