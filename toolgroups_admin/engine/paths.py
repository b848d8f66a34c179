"""JSON paths, as faults show them."""

import re
from functools import lru_cache

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

ROOT = "$"
MOST_SHOWN = 200  # more than any identity has


def at(path: str, *steps: str | int) -> str:
    """The path of what lies `steps` below `path`: `at("$", "groups", 0, "a b")` is `$.groups[0]["a b"]`.

    A longer member name is cut: in the paths of a thousand faults, or remembered, one of a megabyte would fill the memory.
    """
    return path + "".join(_step(step if isinstance(step, int) else _short(step)) for step in steps)


def _short(step: str) -> str:
    return step if len(step) <= MOST_SHOWN else f"{step[:MOST_SHOWN]}… ({len(step)} characters)"


@lru_cache(maxsize=4096)
def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if _PLAIN.match(step):
        return f".{step}"
    escaped = step.replace("\\", "\\\\").replace('"', '\\"')
    return f'["{escaped}"]'
