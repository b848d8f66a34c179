"""Reading a release from the database: only what its process does not know yet."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.releases.editing import draft_has_weather, edit
from toolgroups_admin.catalog.models import Tool
from toolgroups_admin.engine import Catalog, IncrementalCompiler
from toolgroups_admin.releases.loading import catalog_of, pointers
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def loaded(compiler: IncrementalCompiler) -> Catalog:
    [pointer] = pointers()
    catalog = catalog_of(pointer, compiler)
    assert catalog.digest == pointer.digest
    return catalog


def test_of_a_release_that_follows_only_the_texts_of_what_has_changed_are_read(production: Environment) -> None:
    compiler = IncrementalCompiler()
    draft_has_weather()
    publish(production, by=None)
    before = loaded(compiler)
    edit(Tool.objects.get(key="get_weather"), description="Other words.")
    publish(production, by=None)

    with CaptureQueriesContext(connection) as queries:
        after = loaded(compiler)

    _pointers, parts, texts = (query["sql"] for query in queries)
    assert '"text"' not in parts
    assert texts.count("'") == 2, "one text is asked for, by its digest"
    assert after.tools["get_weather"].description == "Other words."
    assert after.groups["weather"].rule is before.groups["weather"].rule


def test_the_same_release_is_read_without_a_text(production: Environment) -> None:
    compiler = IncrementalCompiler()
    draft_has_weather()
    publish(production, by=None)
    loaded(compiler)

    with CaptureQueriesContext(connection) as queries:
        loaded(compiler)

    assert len(queries) == 2
    assert not any('"text"' in query["sql"] for query in queries)
