"""The catalog in the admin."""

from . import changes, groups, prompts, rules, tools

__all__ = ["changes", "groups", "prompts", "rules", "tools"]
