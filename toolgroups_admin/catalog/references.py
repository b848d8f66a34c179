"""Who refers to whom: what an object needs, and who uses it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from .models import (
    CatalogObject,
    GroupTool,
    Kind,
    MatcherRule,
    Prompt,
    PromptGroup,
    PromptTool,
    RuleUse,
    Tool,
    ToolGroup,
)

Reference = tuple[Kind, str]


def references_of(kind: Kind, members: Mapping[str, Any]) -> Iterator[Reference]:
    """What an object of a document refers to; whatever is not of the right shape refers to nothing."""
    rule_member = {Kind.TOOL: "allow", Kind.RULE: "definition", Kind.GROUP: "matcher"}.get(kind)
    if rule_member is not None:
        yield from ((Kind.RULE, name) for name in rules_named(members.get(rule_member)))
    if kind in (Kind.GROUP, Kind.PROMPT):
        yield from ((Kind.TOOL, key) for key in _texts(members.get("tools")))
    if kind is Kind.PROMPT:
        yield from ((Kind.GROUP, name) for name in _texts(members.get("groups")))
        choice = members.get("tool_choice")
        if isinstance(choice, dict):
            yield from ((Kind.TOOL, key) for key in _texts([choice.get("tool")]))


def rules_named(rule: Any) -> set[str]:
    """The names of the shared rules that a rule tree names."""
    found: set[str] = set()
    waiting = [rule]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if node.get("kind") == "rule" and isinstance(node.get("name"), str):
            found.add(node["name"])
        waiting.append(node.get("rule"))
        below = node.get("rules")
        waiting.extend(below if isinstance(below, list) else [])
    return found


def users_of(row: CatalogObject) -> list[CatalogObject]:
    """The objects that refer to a row, in the order of their kinds and identities."""
    if isinstance(row, Tool):
        users = {*_users_of_tool(row)}
    elif isinstance(row, ToolGroup):
        users = {link.prompt for link in PromptGroup.objects.filter(group=row).select_related("prompt")}
    elif isinstance(row, MatcherRule):
        uses = RuleUse.objects.filter(rule=row).select_related("group", "tool", "user_rule")
        users = {use.user for use in uses}
    else:
        users = set()
    return sorted(users - {row}, key=lambda user: (user.kind, user.identity))


def _users_of_tool(tool: Tool) -> Iterable[CatalogObject]:
    return chain(
        (link.group for link in GroupTool.objects.filter(tool=tool).select_related("group")),
        (link.prompt for link in PromptTool.objects.filter(tool=tool).select_related("prompt")),
        (
            prompt
            for prompt in Prompt.objects.filter(tool_choice__startswith="{")
            if prompt.tool_choice == {"tool": tool.key}
        ),
    )


def _texts(values: Any) -> Iterator[str]:
    return (value for value in values if isinstance(value, str)) if isinstance(values, list) else iter(())
