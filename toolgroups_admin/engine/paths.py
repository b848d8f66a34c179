"""JSON paths, as faults show them."""

import re
from functools import lru_cache

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

ROOT = "$"


def at(path: str, *steps: str | int) -> str:
    """The path of what lies `steps` below `path`: `at("$", "groups", 0, "a b")` is `$.groups[0]["a b"]`."""
    return path + "".join(_step(step) for step in steps)


@lru_cache(maxsize=4096)
def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if _PLAIN.match(step):
        return f".{step}"
    escaped = step.replace("\\", "\\\\").replace('"', '\\"')
    return f'["{escaped}"]'
