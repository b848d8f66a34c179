"""What a tool returns as text for a model: nothing is "Done", text stays, images and all else become JSON."""

from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_core import PydanticSerializationError, to_json

NOTHING: Final = "Done"
_MAGIC: Final = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}


@dataclass(frozen=True, slots=True)
class Image:
    """An image that a tool returns."""

    data: bytes = field(repr=False)
    mime_type: str = "image/png"


class Unconvertible(Exception):
    """A value that cannot be written as JSON; the text says why."""


def text_of_value(value: Any) -> str:
    """The text of what a tool returned. Raises `Unconvertible`."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, Image):
        return _media(value.data, value.mime_type)
    if isinstance(value, bytes | bytearray | memoryview):
        return _text_of_bytes(bytes(value))
    try:
        return to_json(_plain(value), inf_nan_mode="null", bytes_mode="base64", fallback=str).decode()
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        raise Unconvertible(f"What the tool returned ({type(value).__name__}) cannot be written as JSON") from error


def fitted(value: Any, most: int) -> tuple[str, bool]:
    """The text of what a tool returned, cut or left out when it is longer than so many characters. Raises `Unconvertible`."""
    text = text_of_value(value)
    if len(text) > most and isinstance(value, Image | bytes | bytearray) and text.startswith('{"mimeType"'):
        return f"[left out: a file of {len(text)} characters, which is more than {most}]", True
    return within(text, most)


def within(text: str, most: int) -> tuple[str, bool]:
    """The text, cut after so many characters with the cut marked, and whether it was cut."""
    text = text.encode("utf-8", "replace").decode()
    if len(text) <= most:
        return text, False
    return f"{text[:most]}\n[cut: the first {most} of {len(text)} characters]", True


def _plain(value: Any) -> Any:
    """Lists of images are told as images too."""
    if isinstance(value, Image):
        return _as_object(value.data, value.mime_type)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _text_of_bytes(octets: bytes) -> str:
    for magic, mime_type in _MAGIC.items():
        if octets.startswith(magic):
            return _media(octets, mime_type)
    if octets[:4] == b"RIFF" and octets[8:12] == b"WEBP":
        return _media(octets, "image/webp")
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return _media(octets, "application/octet-stream")


def _media(octets: bytes, mime_type: str) -> str:
    return to_json(_as_object(octets, mime_type)).decode()


def _as_object(octets: bytes, mime_type: str) -> dict[str, str]:
    return {"mimeType": mime_type, "data": b64encode(octets).decode()}
