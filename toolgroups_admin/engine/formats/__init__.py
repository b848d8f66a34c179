"""Tools and choices in the words of each model provider (contracts 8 and 9, field cases 15–22)."""

from ..definition import Definition
from .definitions import definition_of, problems_of
from .hidden_characters import hidden_characters
from .limits import FORMATS, UnknownFormat
from .requests import ModelRequest, in_format

__all__ = [
    "FORMATS",
    "Definition",
    "ModelRequest",
    "UnknownFormat",
    "definition_of",
    "hidden_characters",
    "in_format",
    "problems_of",
]
