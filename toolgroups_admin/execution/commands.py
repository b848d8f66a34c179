"""Commands that are MCP servers."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StdioCommand:
    """A command that is an MCP server; from settings only, never from a document or a row."""

    command: str
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = field(default=(), repr=False)
