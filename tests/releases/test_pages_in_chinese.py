"""The pages of releases and keys in Chinese."""

import pytest

from tests.chinese_pages import english_of
from tests.releases.editing import ALWAYS, edit
from tests.releases.pages import signed_in
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Tool, ToolGroup
from toolgroups_admin.releases.keys import SCOPES, make_key, revoke
from toolgroups_admin.releases.models import Environment, Publication
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def test_no_page_in_chinese_has_an_english_word(production: Environment, ada: User) -> None:
    User.objects.update(username="u1")
    Environment.objects.exclude(pk=production.pk).delete()
    Environment.objects.update(name="e1", title="e1")
    production.refresh_from_db()
    group = edit(ToolGroup(name="g1"), matcher=ALWAYS)
    first = publish(production, by=ada)
    edit(group, enabled=False)
    edit(Tool(key="t1"), description="d1")
    second = publish(production, by=ada)
    edit(group, enabled=True, system_prompt="s1", title="n1")
    key, _token = make_key(production, name="k1", scopes=SCOPES, by=ada)
    ended, _token = make_key(production, name="k2", scopes=["resolve"], by=ada, prompts=["p1"])
    revoke(ended, by=ada)
    publication = Publication.objects.first()
    assert publication is not None

    addresses = [
        *(f"environment/{end}" for end in ("", "add/", f"{production.pk}/change/", f"{production.pk}/delete/")),
        *(f"environment/{production.pk}/{end}" for end in ("publish/", "roll-back/", "roll-back/1/")),
        *(f"release/{end}" for end in ("", "?q=nothing", f"{first.pk}/change/", f"{second.pk}/change/")),
        *(f"publication/{end}" for end in ("", f"{publication.pk}/change/")),
        *(f"apikey/{end}" for end in ("", "add/", f"{key.pk}/change/", f"{key.pk}/revoke/", f"{ended.pk}/revoke/")),
    ]
    browser = signed_in(ada, "zh-hans")
    pages = {address: browser.get(f"/admin/releases/{address}") for address in addresses}

    assert {page.status_code for page in pages.values()} == {200}
    english = {address: english_of(page.content.decode()) for address, page in pages.items()}
    assert not {address: words for address, words in english.items() if words}
