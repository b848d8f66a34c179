"""The name under which a tool is sent: its own where the provider takes it, else one made from it alone."""

import re
from hashlib import sha256

from .limits import Limits

_HASH_DIGITS = 8
_NOT_SAFE = re.compile(r"[^a-zA-Z0-9_-]+")


def sent_name(name: str, limits: Limits, *, attempt: int = 0) -> str:
    """The name itself when the format takes it, else a readable stem with a hash of the name (field cases 15–17).

    The same name always gives the same one. An `attempt` above 0 asks for another, with a longer hash, because
    the first is taken by another tool of the request.
    """
    if not attempt and limits.name.match(name):
        return name
    stem = _NOT_SAFE.sub("_", name).strip("_-") or "tool"
    if stem[0].isdigit():
        stem = f"_{stem}"
    ending = "_" + _hash(name, attempt)
    return stem[: limits.name_length - len(ending)] + ending


def _hash(name: str, attempt: int) -> str:
    original = name.encode("utf-8", "surrogatepass") + b"\0" * attempt
    return sha256(original).hexdigest()[: min(_HASH_DIGITS * (attempt + 1), 32)]
