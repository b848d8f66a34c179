"""Where the tools of an environment are called, and what they are told: read from the database, kept for a moment."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections, connections

from toolgroups_admin import execution
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import AllowList, Connection, ErrorPolicy, ToolCallingManager
from toolgroups_admin.releases.commands import configured_commands
from toolgroups_admin.releases.connecting import allow_list_of, connections_of
from toolgroups_admin.releases.models import Environment, ToolContext
from toolgroups_admin.releases.models.sealed import SecretUnreadable, opened
from toolgroups_admin.releases.permitting import Refused

log = logging.getLogger(__name__)

FRESH_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Destinations:
    """An environment's connections by name, with their secrets, and what calls them."""

    manager: ToolCallingManager
    allow: AllowList
    connections: Mapping[str, Connection] = field(repr=False)
    contexts: Mapping[str, ToolContext] = field(repr=False)
    read_at: float = field(default_factory=monotonic)

    def context_of(self, prompt: str) -> dict[str, Any]:
        """What the prompt's tools are told unless the request says otherwise; raises `Refused` when it is unreadable."""
        row = self.contexts.get(prompt)
        try:
            return {} if row is None else dict(opened(row, "values"))
        except SecretUnreadable as unreadable:
            log.error("a tool context cannot be used: %s", unreadable)
            raise _away() from unreadable


_known: dict[str, Destinations] = {}


def destinations_of(environment: str, *, fresh_seconds: float = FRESH_SECONDS) -> Destinations:
    """Those of an environment, at most a second old unless said otherwise; while the database is away, those that were read last.

    Raises `Refused` when they were never read.
    """
    known = _known.get(environment)
    if known is not None and monotonic() - known.read_at < fresh_seconds:
        return known
    try:
        found = _known[environment] = _read(Environment.objects.get(name=environment), known)
    except (DatabaseError, Environment.DoesNotExist) as error:
        if known is None:
            raise _away() from error
        log.warning("connections of %s are those read last: %s", environment, type(error).__name__)
        return known
    return found


def forget() -> None:
    """Has everything read anew."""
    _known.clear()


@contextmanager
def own_connection() -> Iterator[None]:
    """In a thread that others use next: no connection to the database stays open longer than it may."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()


def _read(environment: Environment, known: Destinations | None) -> Destinations:
    allow = allow_list_of(environment)
    return Destinations(
        manager=known.manager if known is not None and known.allow == allow else _manager(allow),
        allow=allow,
        connections=connections_of(environment),
        contexts={row.prompt: row for row in environment.tool_contexts.select_related("environment")},
    )


def _manager(allow: AllowList) -> ToolCallingManager:
    policy = ErrorPolicy(throw_on_tool_error=settings.TOOLGROUPS_THROW_ON_TOOL_ERROR)
    commands = configured_commands()
    return execution.manager(
        functions=configured_functions(), allow=allow, commands=commands, around=_released, policy=policy
    )


@contextmanager
def _released() -> Iterator[None]:
    """Round a function in a thread of its own: what it opened does not stay open there."""
    try:
        yield
    finally:
        connections.close_all()


def _away() -> Refused:
    return Refused("connections_away", "The connections of the environment cannot be read now; try again.")
