"""Builders that read like sentences: what is in the draft, and what is edited."""

from typing import Any

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import GroupTool, Prompt, PromptGroup, Tool, ToolGroup
from toolgroups_admin.catalog.saving import delete, save_with_history

ALWAYS = {"kind": "always"}


def contains(*keywords: str) -> dict[str, Any]:
    return {"kind": "prompt_contains", "keywords": list(keywords)}


def draft_has_weather(by: User | None = None) -> ToolGroup:
    """A prompt `support` with a group `weather` with a tool `get_weather`."""
    tool, group, prompt = (
        Tool(key="get_weather"),
        ToolGroup(name="weather", matcher=contains("rain")),
        Prompt(name="support"),
    )
    save_with_history(tool, by=by)
    group.save()
    GroupTool.objects.create(group=group, tool=tool)
    save_with_history(group, by=by)
    prompt.save()
    PromptGroup.objects.create(prompt=prompt, group=group)
    save_with_history(prompt, by=by)
    return group


def edit(row: Any, **columns: Any) -> Any:
    """Saves new values with history."""
    for name, value in columns.items():
        setattr(row, name, value)
    save_with_history(row, by=None)
    return row


def add_tool(key: str, **columns: Any) -> Any:
    return edit(Tool(key=key), **columns)


def remove(row: Any) -> None:
    delete(row, by=None)
