"""MCP servers that are started here: commands of the settings, by the names under which tools know them as connections."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from toolgroups_admin.execution import StdioCommand

from .settled import settled

FORM = '{"time": {"run": ["mcp-server-time", "--local-timezone", "UTC"], "environment": {}}}'


@settled
def configured_commands() -> Mapping[str, StdioCommand]:
    """What `TOOLGROUPS_MCP_COMMANDS` says; raises `ImproperlyConfigured` with the form that it takes."""
    given = settings.TOOLGROUPS_MCP_COMMANDS
    if not isinstance(given, dict):
        raise ImproperlyConfigured(f"TOOLGROUPS_MCP_COMMANDS is no JSON object such as {FORM}")
    return {name: _command(name, each) for name, each in given.items()}


def _command(name: str, given: Any) -> StdioCommand:
    run = given.get("run") if isinstance(given, dict) else None
    environment = given.get("environment", {}) if isinstance(given, dict) else None
    if not (_are_texts(run) and run and isinstance(environment, dict) and _are_texts(list(environment.values()))):
        raise ImproperlyConfigured(f"TOOLGROUPS_MCP_COMMANDS: {name!r} is not as in {FORM}")
    return StdioCommand(run[0], tuple(run[1:]), tuple(environment.items()))


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
