"""What each provider accepts, in one table; a caller may pass limits of its own where a rule is not certain."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import EngineError

SAFE_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one format accepts. Lengths are in code points; None sets no limit."""

    name: re.Pattern[str] = SAFE_NAME
    name_length: int = 64
    description_length: int | None = None  # noted when passed, never cut
    tools: int | None = None  # in one request
    root_refuses: frozenset[str] = frozenset()  # keywords that may not stand in the root schema
    properties_needed: bool = True  # the root must have `properties`; otherwise a root without any is left unset
    items_needed: bool = False  # an array must say what is in it
    property_key: re.Pattern[str] | None = None  # names of parameters
    nested_property_key: bool = False  # the same for properties further down
    references: bool = True  # `$ref` is understood; otherwise targets are copied in
    const: bool = True  # `const` is understood; otherwise an `enum` of one value says it
    required_known: bool = False  # what is required must stand in `properties`


class UnknownFormat(EngineError):
    """A format that is not one of `FORMATS`."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"there is no format {name!r}; the formats are {', '.join(LIMITS)}")


# Certain: names, roots, items, 128 and 512 tools. Not certain: 1,024 characters (some models and Azure only),
# Gemini's property keys (documented for `parameters`, not for `parametersJsonSchema`).
_OPENAI = Limits(
    description_length=1024,
    tools=128,
    root_refuses=frozenset({"anyOf", "oneOf", "allOf", "enum", "const", "not"}),
    items_needed=True,
)
_OPENAI_RESPONSES = Limits(
    description_length=1024,
    root_refuses=_OPENAI.root_refuses,
    items_needed=True,
)
_ANTHROPIC = Limits(
    root_refuses=frozenset({"anyOf", "oneOf", "allOf"}),
    property_key=re.compile(r"[a-zA-Z0-9_.-]{1,64}\Z"),
)
_GEMINI = Limits(
    tools=512,
    properties_needed=False,
    root_refuses=frozenset({"anyOf", "oneOf", "allOf", "enum", "const", "not"}),
    items_needed=True,
    property_key=re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}\Z"),
    nested_property_key=True,
    references=False,
    const=False,
    required_known=True,
)
_MCP = Limits(name=re.compile(r"[A-Za-z0-9_.-]{1,128}\Z"), name_length=128)

LIMITS: Final[Mapping[str, Limits]] = {
    "openai": _OPENAI,
    "openai-responses": _OPENAI_RESPONSES,
    "anthropic": _ANTHROPIC,
    "gemini": _GEMINI,
    "mcp": _MCP,
}
FORMATS: Final[tuple[str, ...]] = tuple(LIMITS)


def limits_of(format: str) -> Limits:
    """The limits of a format by name; raises `UnknownFormat`."""
    limits = LIMITS.get(format)
    if limits is None:
        raise UnknownFormat(format)
    return limits
