"""What a release needs of its environment: the connections that its tools name."""

import json
from collections import defaultdict
from collections.abc import Collection

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from toolgroups_admin.catalog.models import Fragment, Kind

from .candidates import Candidate, Entry, live_contents
from .commands import configured_commands
from .errors import Objection
from .models import Connection, Environment
from .wording import joined

MOST_NAMED = 10


def missing_connections(environment: Environment, candidate: Candidate) -> list[Objection]:
    """One objection for each connection that tools of the candidate name and the environment does not have whole.

    An MCP server that the settings start needs none.
    """
    users = users_of_connections(candidate.entries)
    rows = {row.name: row for row in Connection.objects.filter(environment=environment, name__in=users)}
    return [
        objection
        for name, tools in sorted(users.items())
        if (name in rows or name not in configured_commands())
        and (objection := _objection(environment, name, tools, rows.get(name)))
    ]


def users_of_connections(entries: Collection[Entry]) -> dict[str, list[str]]:
    """The tools among the entries by the connection that they name; one query for each thousand texts or so."""
    tools = {entry.digest: entry.identity for entry in entries if entry.kind == Kind.TOOL}
    named = Q(text__contains='"connection"')
    found: dict[str, list[str]] = defaultdict(list)
    for digest, fragment in Fragment.objects.filter(named).in_bulk(tools).items():
        executor = json.loads(fragment.text).get("executor") or {}
        if isinstance(name := executor.get("connection"), str):
            found[name].append(tools[digest])
    return {name: sorted(keys) for name, keys in found.items()}


def connection_names() -> list[str]:
    """The names that connections have in any environment, and those of the settings' commands."""
    return [*Connection.objects.order_by().values_list("name", flat=True).distinct(), *configured_commands()]


def live_users(connection: Connection) -> list[str]:
    """The tools of the environment's live release that call through the connection."""
    return users_of_connections(live_contents(connection.environment).entries).get(connection.name, [])


def _objection(environment: Environment, name: str, tools: list[str], row: Connection | None) -> Objection | None:
    if row is not None and not row.missing:
        return None
    words = ngettext("The tool %(tools)s calls through it.", "The tools %(tools)s call through it.", len(tools))
    shown = joined(f"“{tool}”" for tool in tools[:MOST_NAMED]) + ("…" if len(tools) > MOST_NAMED else "")
    reason = words % {"tools": shown}
    where = {"environment": environment, "name": name}
    if row is None:
        headline = _("%(environment)s has no connection “%(name)s”") % where
        address = f"{reverse('admin:releases_connection_add')}?environment={environment.pk}"
    else:
        headline = _("The connection “%(name)s” of %(environment)s lacks its secret") % where
        address = reverse("admin:releases_connection_change", args=[row.pk])
    remedy = _("An administrator makes it; then this can be published.")
    return Objection(headline, address, (reason, remedy), needs="releases.change_connection")
