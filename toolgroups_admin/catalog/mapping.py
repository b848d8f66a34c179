"""Rows as the objects of a document, and the other way round."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

from .models import CatalogObject, GroupTool, Kind, MatcherRule, Prompt, PromptGroup, PromptTool, Tool, ToolGroup

SECTIONS: Mapping[str, type[CatalogObject]] = {
    "tools": Tool,
    "rules": MatcherRule,
    "groups": ToolGroup,
    "prompts": Prompt,
}
SECTION_OF: Mapping[Kind, str] = {model.kind: section for section, model in SECTIONS.items()}
MODEL_OF: Mapping[Kind, type[CatalogObject]] = {model.kind: model for model in SECTIONS.values()}

# More keys than this are not sent with a query: SQLite bounds them, and reading all rows is as quick.
MOST_KEYS = 900


@dataclass(frozen=True, slots=True)
class Links:
    """How an ordered list of identities in a document is kept: which rows, from what, to what."""

    member: str
    model: type[models.Model]
    source: str
    target: str
    target_model: type[CatalogObject]


LINKS: Mapping[Kind, tuple[Links, ...]] = {
    Kind.TOOL: (),
    Kind.RULE: (),
    Kind.GROUP: (Links("tools", GroupTool, "group", "tool", Tool),),
    Kind.PROMPT: (
        Links("tools", PromptTool, "prompt", "tool", Tool),
        Links("groups", PromptGroup, "prompt", "group", ToolGroup),
    ),
}


def objects_of(model: type[CatalogObject], keys: Collection[int] | None = None) -> dict[int, dict[str, Any]]:
    """The objects of all rows, or of those with the given primary keys, by primary key; one query and one a list."""
    rows = _of(model._default_manager.all(), "pk", keys).values("pk", *model.columns)
    found = {row.pop("pk"): row for row in rows}
    for links in LINKS[model.kind]:
        lists = _lists(links, keys)
        for key, members in found.items():
            members[links.member] = lists.get(key, [])
    if model is Tool:
        for members in found.values():
            _leave_out_empty_name(members)
    return found if keys is None else {key: found[key] for key in keys if key in found}


def identities(model: type[CatalogObject]) -> dict[str, int]:
    """The primary key of every row by its identity."""
    return dict(model._default_manager.values_list(model.identity_field, "pk"))


def objects_in(document: Mapping[str, Any]) -> Iterator[tuple[Kind, str, Mapping[str, Any]]]:
    """Every object of a document that has an identity, as (kind, identity, members); tools first, prompts last."""
    for section, model in SECTIONS.items():
        for members in _list(document.get(section)):
            identity = members.get(model.identity_field) if isinstance(members, dict) else None
            if isinstance(identity, str):
                yield model.kind, identity, members


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _of(queryset: models.QuerySet[Any], field: str, keys: Collection[int] | None) -> models.QuerySet[Any]:
    if keys is None or len(keys) > MOST_KEYS:
        return queryset
    return queryset.filter(**{f"{field}__in": list(keys)})


def _lists(links: Links, keys: Collection[int] | None) -> dict[int, list[str]]:
    target = f"{links.target}__{links.target_model.identity_field}"
    rows = _of(links.model._default_manager.order_by("position", "pk"), links.source, keys)
    lists: dict[int, list[str]] = defaultdict(list)
    for source, identity in rows.values_list(f"{links.source}_id", target):
        lists[source].append(identity)
    return lists


def _leave_out_empty_name(members: dict[str, Any]) -> None:
    if not members["name"]:
        del members["name"]
