"""A tool in the form in which one provider takes it."""

from dataclasses import dataclass
from typing import Any

from .notice import Notice


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A tool in one format. `body` is None and `encoded` empty when it cannot be sent and is left out.

    `encoded` is the body in compact UTF-8 JSON. The paths of `notices` begin at the tool: `$.parameters.…`.
    """

    sent_as: str
    body: dict[str, Any] | None
    encoded: bytes
    notices: tuple[Notice, ...] = ()
