"""Finding tools that the code of an installation brings along, by dotted names and by entry points."""

from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from .functions import Functions

GROUP: Final = "toolgroups.tools"


class DiscoveryFailed(Exception):
    """A source of tools that cannot be used; the text names it and says why."""


def discovered(names: Iterable[str] = (), *, group: str | None = GROUP) -> Functions:
    """The tools of `package.module`, `package.module:Class` or `package.module:object`, then those of entry points.

    Raises `DiscoveryFailed` for what cannot be imported, holds no tool, or has a name that is taken.
    """
    functions = Functions()
    for name in names:
        _add(functions, name, EntryPoint(name=name, value=name.strip(), group=""))
    for point in entry_points(group=group) if group else ():
        _add(functions, f"{point.name} = {point.value}", point)
    return functions


def _add(functions: Functions, said: str, point: EntryPoint) -> None:
    try:
        functions.add(_loaded(point))
    except Exception as error:
        raise DiscoveryFailed(f"no tools can be had from {said!r}: {error}") from error


def _loaded(point: EntryPoint) -> Any:
    return point.load() if ":" in point.value else import_module(point.value)
