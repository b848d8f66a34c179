"""Identities are fixed once published."""

import pytest

from tests.releases.editing import add_tool, draft_has_weather
from toolgroups_admin.catalog.fixing import why_fixed
from toolgroups_admin.catalog.gates import is_published
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def test_the_catalog_learns_what_was_published(production: Environment) -> None:
    draft_has_weather()
    before = is_published(Kind.GROUP, "weather")

    publish(production, by=None)

    assert (before, is_published(Kind.GROUP, "weather")) == (False, True)
    assert not is_published(Kind.TOOL, "weather")


def test_the_key_of_a_published_tool_that_nobody_uses_is_fixed(production: Environment) -> None:
    tool = add_tool("spare")
    before = why_fixed(tool)

    publish(production, by=None)

    assert before == ""
    assert "“spare” was published" in why_fixed(tool)
