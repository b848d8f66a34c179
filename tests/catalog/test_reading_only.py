"""Who may only read an object is shown words and JSON, never Python."""

from typing import Any

from django.test import Client

from tests.catalog.building import contains, group, load
from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role


def test_a_rule_is_its_sentence_and_its_json(db: Any) -> None:
    load(groups=[{"name": "weather", "tags": ["sky", "rain"], "matcher": contains("下雨")}])
    reader = User.objects.create(username="anna", is_staff=True)
    reader.groups.add(*reader.groups.model.objects.filter(name=Role.AUDITOR))
    client = Client(headers={"accept-language": "en"})
    client.force_login(reader)

    page = client.get(f"/admin/catalog/toolgroup/{group('weather').pk}/change/").content.decode()

    assert "last user message contains 下雨" in page
    assert "&quot;kind&quot;: &quot;prompt_contains&quot;" in page
    assert "&#x27;" not in page.partition("</header>")[2]
