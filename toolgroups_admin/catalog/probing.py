"""Compiling what a person typed, in one child process with limits, before it is accepted (design §10)."""

import inspect
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from toolgroups_admin.engine import Fault, registered_matchers

from .probed import OUT_OF_MEMORY

logger = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Limits:
    """What the child may use: CPU seconds, memory, and time on the wall."""

    seconds: int = 5
    mebibytes: int = 1024
    wall_seconds: float = 15.0


ONE_OBJECT = Limits()
WHOLE_DOCUMENT = Limits(seconds=60, mebibytes=4096, wall_seconds=120.0)


def probe(document: Mapping[str, Any], *, limits: Limits = ONE_OBJECT) -> tuple[Fault, ...]:
    """What is wrong with a document; nothing when it compiles within the limits.

    The same text is compiled once: the last verdicts are remembered. A child that dies or takes too long gives
    one fault of the whole document.
    """
    matchers = {name: _signature(function) for name, function in sorted(registered_matchers().items())}
    return _verdict(json.dumps(document), json.dumps(matchers), limits)


@lru_cache(maxsize=64)
def _verdict(document: str, matchers: str, limits: Limits) -> tuple[Fault, ...]:
    numbers = f'"seconds":{limits.seconds},"mebibytes":{limits.mebibytes}'
    question = f'{{"document":{document},"matchers":{matchers},{numbers}}}'
    try:
        child = subprocess.run(
            [sys.executable, "-m", "toolgroups_admin.catalog.probed"],
            input=question.encode(),
            capture_output=True,
            timeout=limits.wall_seconds,
            cwd=ROOT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return (_out_of_bounds(limits),)
    if child.returncode < 0 or child.returncode == OUT_OF_MEMORY:
        return (_out_of_bounds(limits),)
    if child.returncode > 0:
        logger.error("The compiler broke on a candidate document:\n%s", child.stderr.decode(errors="replace"))
        return (_broken(),)
    return tuple(Fault(**fault) for fault in json.loads(child.stdout)["faults"])


def _signature(function: Callable[..., Any]) -> list[tuple[str, int, bool]] | None:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some callables written in C have none
        return None
    return [(each.name, int(each.kind), each.default is not each.empty) for each in parameters]


def _out_of_bounds(limits: Limits) -> Fault:
    return Fault(
        "probe_out_of_bounds",
        "$",
        None,
        gettext_noop("Compiling this takes more than the {seconds} s or {mebibytes} MiB that are allowed."),
        gettext_noop("Simplify the pattern or expression, or split the object."),
        {"seconds": limits.seconds, "mebibytes": limits.mebibytes},
    )


def _broken() -> Fault:
    return Fault(
        "probe_broken",
        "$",
        None,
        gettext_noop("The compiler itself failed on this."),
        gettext_noop("Undo the last edit and try again; the server's log says more."),
    )
