"""MCP servers that are started here come from the settings alone."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from tests.releases.editing import add_tool
from toolgroups_admin.execution import StdioCommand
from toolgroups_admin.releases.commands import configured_commands
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.requiring import connection_names


def test_a_command_has_its_words_and_its_environment(settings: Settings) -> None:
    settings.TOOLGROUPS_MCP_COMMANDS = {"time": {"run": ["serve-time", "--utc"], "environment": {"TOKEN": "t"}}}

    assert configured_commands() == {"time": StdioCommand("serve-time", ("--utc",), (("TOKEN", "t"),))}


@pytest.mark.parametrize(
    "given", [[], {"a": "serve"}, {"a": {"run": []}}, {"a": {"run": ["x"], "environment": {"a": 1}}}]
)
def test_what_is_no_command_says_the_form_that_it_takes(settings: Settings, given: Any) -> None:
    settings.TOOLGROUPS_MCP_COMMANDS = given

    with pytest.raises(ImproperlyConfigured, match="mcp-server-time"):
        configured_commands()


def test_publishing_needs_no_connection_for_a_command(settings: Settings, production: Environment) -> None:
    settings.TOOLGROUPS_MCP_COMMANDS = {"time": {"run": ["serve-time"]}}
    add_tool("now", executor={"kind": "mcp", "connection": "time", "tool": "now"})

    assert publish(production, by=None).number == 1
    assert connection_names() == ["time"]
