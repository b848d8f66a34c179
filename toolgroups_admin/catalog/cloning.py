"""Another object like one that is there, which may take its place."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .linking import link, linked
from .mapping import LINKS
from .models import CatalogObject, Prompt, Tool
from .references import users_of
from .saving import delete, record


def members_of(row: CatalogObject) -> dict[str, Any]:
    """All that a clone takes over: every column but the identity, and the lists in order."""
    columns = {column: getattr(row, column) for column in row.columns if column != row.identity_field}
    return columns | {links.member: linked(row, links) for links in LINKS[row.kind]}


@transaction.atomic
def clone(row: CatalogObject, identity: str, *, by: User | None, why: str = "") -> CatalogObject:
    """Saves an object that has everything of another one but its identity, with an entry of history."""
    members, fresh = members_of(row), type(row)()
    fresh.fill({**members, row.identity_field: identity})
    fresh.save()
    for links in LINKS[row.kind]:
        link(fresh, links, members[links.member])
    record([fresh], by=by, why=why)
    return fresh


@transaction.atomic
def replace(
    old: CatalogObject, new: CatalogObject, users: Iterable[CatalogObject], *, by: User | None, why: str
) -> None:
    """Puts one object in another's place in these users of it, as they are now, each with an entry of history."""
    for each in users:
        user: CatalogObject = type(each)._default_manager.select_for_update().get(pk=each.pk)
        _replace_in_lists(user, old, new)
        if user.rule_column is not None and old.kind == "rule":
            setattr(user, user.rule_column, _renamed(getattr(user, user.rule_column), old.identity, new.identity))
        if isinstance(user, Prompt) and isinstance(old, Tool) and user.tool_choice == {"tool": old.key}:
            user.tool_choice = {"tool": new.identity}
        user.save()
        record([user], by=by, why=why)


def retire(row: CatalogObject, *, by: User | None, why: str = "") -> bool:
    """Deletes an object that nobody uses any more; says whether that was so."""
    if users_of(row):
        return False
    delete(row, by=by, why=why)
    return True


def _replace_in_lists(user: CatalogObject, old: CatalogObject, new: CatalogObject) -> None:
    for links in LINKS[user.kind]:
        if links.target_model is type(old):
            there = linked(user, links)
            link(user, links, [new.identity if identity == old.identity else identity for identity in there])


def _renamed(node: Any, old: str, new: str) -> Any:
    """The rule with one shared rule named in the place of another."""
    if isinstance(node, list):
        return [_renamed(each, old, new) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("kind") == "rule" and node.get("name") == old:
        return {**node, "name": new}
    return {name: _renamed(value, old, new) if name in {"rule", "rules"} else value for name, value in node.items()}
