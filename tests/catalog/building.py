"""Builders that read like sentences: documents and rows."""

from typing import Any

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import MatcherRule, Prompt, Tool, ToolGroup

Json = dict[str, Any]

ALWAYS: Json = {"kind": "always"}


def contains(*keywords: str) -> Json:
    return {"kind": "prompt_contains", "keywords": list(keywords)}


def shared(name: str) -> Json:
    return {"kind": "rule", "name": name}


def document(**sections: Any) -> Json:
    return {"format": 1, **sections}


def load(*, by: User | None = None, **sections: Any) -> None:
    """Imports a document of the given sections."""
    apply_import(plan_import(document(**sections)), by=by)


def tool(key: str) -> Tool:
    return Tool.objects.get(key=key)


def group(name: str) -> ToolGroup:
    return ToolGroup.objects.get(name=name)


def rule(name: str) -> MatcherRule:
    return MatcherRule.objects.get(name=name)


def prompt(name: str) -> Prompt:
    return Prompt.objects.get(name=name)
