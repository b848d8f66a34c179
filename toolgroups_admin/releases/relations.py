"""What the objects of a release refer to, read from their texts."""

import json
from collections.abc import Collection

from toolgroups_admin.catalog.models import Fragment, Kind
from toolgroups_admin.catalog.references import references_of

from .candidates import Entry

Object = tuple[Kind, str]


def references_in(entries: Collection[Entry]) -> dict[Entry, frozenset[Object]]:
    """The objects that each entry refers to, whether they are there or not; one query for each thousand texts or so."""
    texts = Fragment.objects.in_bulk({entry.digest for entry in entries})
    return {entry: frozenset(references_of(entry.kind, json.loads(texts[entry.digest].text))) for entry in entries}
