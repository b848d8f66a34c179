"""Changes in words: what publishing or rolling back does to an object, as sentences."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from toolgroups_admin.catalog.models import Change, Fragment

MEMBERS = {
    "title": gettext_lazy("title"),
    "owner": gettext_lazy("owner"),
    "tags": gettext_lazy("tags"),
    "name": gettext_lazy("wire name"),
    "description": gettext_lazy("description"),
    "parameters": gettext_lazy("parameters"),
    "allow": gettext_lazy("allow"),
    "return_direct": gettext_lazy("return directly"),
    "sensitive": gettext_lazy("sensitive"),
    "sequential": gettext_lazy("sequential"),
    "executor": gettext_lazy("executor"),
    "definition": gettext_lazy("rule"),
    "matcher": gettext_lazy("rule"),
    "system_prompt": gettext_lazy("system prompt"),
    "system_message": gettext_lazy("system message"),
    "enabled": gettext_lazy("enabled"),
    "tools": gettext_lazy("tools"),
    "groups": pgettext_lazy("of a prompt", "groups"),
    "tool_choice": gettext_lazy("tool choice"),
    "default_model": gettext_lazy("default model"),
    "metadata": gettext_lazy("metadata"),
    "waivers": gettext_lazy("waivers"),
}
LISTS = frozenset({"tools", "groups", "tags"})
RULES = frozenset({"matcher", "definition", "allow"})
SWITCHES = frozenset({"enabled", "return_direct", "sensitive", "sequential"})
LONGEST_VALUE = 60
MOST_NAMED = 5


def headline(change: Change) -> str:
    """Which object, and whether it is created, changed or deleted."""
    words = {
        Change.Outcome.CREATED: _("%(kind)s “%(identity)s” is new"),
        Change.Outcome.CHANGED: _("%(kind)s “%(identity)s” changes"),
        Change.Outcome.DELETED: _("%(kind)s “%(identity)s” is deleted"),
    }
    return words[change.outcome] % {"kind": change.get_kind_display(), "identity": change.identity}


def sentences(change: Change) -> list[str]:
    """What differs in an object that changes, a sentence each; nothing for one that is created or deleted."""
    if change.outcome is not Change.Outcome.CHANGED:
        return []
    before, after = _members(change.before), _members(change.after)
    differing = [member for member in {**after, **before} if before.get(member) != after.get(member)]
    return [capfirst(words) for member in differing for words in _of_member(member, before, after)]


def affects(prompts: Sequence[str]) -> list[str]:
    """Which prompts a change reaches, in at most one sentence."""
    if not prompts:
        return []
    words = ngettext(
        "%(number)d prompt affected: %(prompts)s", "%(number)d prompts affected: %(prompts)s", len(prompts)
    )
    more = ["…"] if len(prompts) > MOST_NAMED else []
    named = joined([*(f"“{name}”" for name in prompts[:MOST_NAMED]), *more])
    return [words % {"number": len(prompts), "prompts": named}]


def joined(entries: Iterable[str]) -> str:
    """The entries of a list, as the language of the page separates them."""
    return pgettext("between the entries of a list", ", ").join(entries)


def _of_member(member: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    name = str(MEMBERS.get(member, member))
    old, new = before.get(member), after.get(member)
    if member in SWITCHES:
        is_on = bool(new) if member != "enabled" else new is not False
        yield _("%(member)s: %(value)s") % {"member": name, "value": _("switched on") if is_on else _("switched off")}
    elif member in LISTS:
        yield from _of_list(name, old or [], new or [])
    elif member in RULES:
        yield from _of_rule(name, old, new)
    else:
        yield _of_value(name, old, new)


def _of_list(name: str, old: list[str], new: list[str]) -> Iterator[str]:
    for entries, words in (
        ([entry for entry in new if entry not in old], _("%(list)s: %(entries)s added")),
        ([entry for entry in old if entry not in new], _("%(list)s: %(entries)s removed")),
    ):
        if entries:
            yield words % {"list": name, "entries": _quoted(entries)}
    if [entry for entry in old if entry in new] != [entry for entry in new if entry in old]:
        yield _("%(list)s: the order changes") % {"list": name}


def _of_rule(name: str, old: Any, new: Any) -> Iterator[str]:
    """Keywords that come and go are named when they are all that changes."""
    if old is None or new is None:
        yield _of_value(name, old, new)
        return
    gone, come = (_keywords(rule) for rule in (old, new))
    if _without_keywords(old) != _without_keywords(new) or set(gone) == set(come):
        yield _("%(member)s changes") % {"member": name}
    if added := [word for word in come if word not in gone]:
        yield _("%(member)s: keyword %(keywords)s added") % {"member": name, "keywords": _quoted(added)}
    if removed := [word for word in gone if word not in come]:
        yield _("%(member)s: keyword %(keywords)s removed") % {"member": name, "keywords": _quoted(removed)}


def _of_value(name: str, old: Any, new: Any) -> str:
    if old in (None, ""):
        return _("%(member)s is added") % {"member": name}
    if new in (None, ""):
        return _("%(member)s is removed") % {"member": name}
    texts = [
        value for value in (old, new) if isinstance(value, str) and len(value) <= LONGEST_VALUE and "\n" not in value
    ]
    if len(texts) == 2:
        return _("%(member)s: “%(old)s” becomes “%(new)s”") % {"member": name, "old": old, "new": new}
    return _("%(member)s changes") % {"member": name}


def _keywords(rule: Any) -> list[str]:
    if isinstance(rule, dict):
        own = rule.get("keywords", []) if rule.get("kind") == "prompt_contains" else []
        return [*own, *(word for value in rule.values() for word in _keywords(value))]
    if isinstance(rule, list):
        return [word for value in rule for word in _keywords(value)]
    return []


def _without_keywords(rule: Any) -> Any:
    if isinstance(rule, dict):
        return {name: _without_keywords(value) for name, value in rule.items() if name != "keywords"}
    return [_without_keywords(value) for value in rule] if isinstance(rule, list) else rule


def _quoted(entries: list[str]) -> str:
    return joined(f"“{entry}”" for entry in entries)


def _members(fragment: Fragment | None) -> dict[str, Any]:
    members: dict[str, Any] = json.loads(fragment.text) if fragment else {}
    return members
