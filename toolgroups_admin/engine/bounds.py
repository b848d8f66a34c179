"""How large a chat context may be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large a context may be: messages, attributes, tools and groups named, and levels of nesting below any member."""

    messages: int = 2000
    attributes: int = 256
    tools: int = 1000
    groups: int = 1000
    depth: int = 32


DEFAULT_BOUNDS = Bounds()
