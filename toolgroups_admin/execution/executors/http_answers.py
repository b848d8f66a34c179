"""What an HTTP service answered, as what a tool returns: bounded in size, an error status as an error."""

import codecs
import json
from collections.abc import Callable
from typing import Any, Final

import anyio.to_thread
import httpx2

from ..answer_paths import BadAnswerPath, found_in
from ..calls import ToolFailed
from ..converting import Image

MOST_BYTES: Final = 4 * 1024 * 1024
SHOWN_OF_ERROR: Final = 2_000
_LATER: Final = frozenset((429, 502, 503, 504))


async def value_of(answer: httpx2.Response, path: str | None, mask: Callable[[str], str]) -> Any:
    """The body, or what the JSONPath finds in it. Raises `ToolFailed` for a status from 400 on, with the body's text."""
    body, is_whole = await _read(answer)
    text = mask(body.decode(_encoding(answer), "replace"))
    if answer.status_code >= 300:
        said = text[:SHOWN_OF_ERROR].strip()
        status = f"The service answered {answer.status_code} {answer.reason_phrase}".strip()
        raise ToolFailed(f"{status}: {said}" if said else status, transient=answer.status_code in _LATER)
    if path is not None:
        if not is_whole:
            raise ToolFailed(f"The service answered more than {MOST_BYTES} bytes, which are not searched")
        return await anyio.to_thread.run_sync(_found, path, text)
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith("image/") and is_whole:
        return Image(body, kind)
    return (text if is_whole else f"{text}\n[cut: the service answered more than {MOST_BYTES} bytes]") or None


async def _read(answer: httpx2.Response) -> tuple[bytes, bool]:
    body = bytearray()
    async for piece in answer.aiter_bytes(65536):
        body += piece
        if len(body) > MOST_BYTES:
            return bytes(body[:MOST_BYTES]), False
    return bytes(body), True


def _encoding(answer: httpx2.Response) -> str:
    try:
        return codecs.lookup(answer.charset_encoding or "utf-8").name
    except LookupError:
        return "utf-8"


def _found(path: str, text: str) -> Any:
    try:
        is_there, value = found_in(json.loads(text), path)
    except BadAnswerPath as error:
        raise ToolFailed(f"The answer path of this tool cannot be used: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ToolFailed("The service answered no JSON, in which the tool's answer is looked for") from error
    if not is_there:
        raise ToolFailed(f"The service's answer has nothing at {path}")
    return value
