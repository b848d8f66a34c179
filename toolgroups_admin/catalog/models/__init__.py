"""The rows that people edit."""

from .base import CatalogObject
from .groups import GroupTool, ToolGroup
from .history import Change, Fragment, Kind
from .json_columns import JSONText, json_text
from .prompts import Prompt, PromptGroup, PromptTool
from .rules import MatcherRule, RuleUse
from .tools import Tool

__all__ = [
    "CatalogObject",
    "Change",
    "Fragment",
    "GroupTool",
    "JSONText",
    "Kind",
    "MatcherRule",
    "Prompt",
    "PromptGroup",
    "PromptTool",
    "RuleUse",
    "Tool",
    "ToolGroup",
    "json_text",
]
