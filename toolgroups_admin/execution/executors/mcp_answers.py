"""What an MCP server's tool answered, as what a tool returns."""

from base64 import b64decode
from typing import Any

from mcp_types import AudioContent, CallToolResult, ImageContent, TextContent

from ..converting import Image, text_of_value


def value_of_result(result: CallToolResult) -> Any:
    """The texts as one, one part as it is, several as a list; without any, the structured content or nothing."""
    parts = [_value(part) for part in result.content]
    if not parts:
        return result.structured_content
    if all(isinstance(part, str) for part in parts):
        return "\n".join(parts)
    return parts[0] if len(parts) == 1 else parts


def text_of_result(result: CallToolResult) -> str:
    """The same as text; blank when there is nothing."""
    value = value_of_result(result)
    return "" if value is None else text_of_value(value)


def _value(part: Any) -> Any:
    if isinstance(part, TextContent):
        return part.text
    if isinstance(part, ImageContent | AudioContent):
        return Image(b64decode(part.data), part.mime_type)
    return part.model_dump(mode="json", by_alias=True, exclude_none=True)
