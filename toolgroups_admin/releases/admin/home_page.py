"""The home page of the admin; why the draft does not compile is asked for by the page itself, so that nobody waits for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from toolgroups_admin.catalog.mapping import MODEL_OF
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.engine import Fault

from .. import live
from ..candidates import EMPTY, draft
from ..events import recent_events
from ..home import draft_faults, known_faults, not_published, standings
from ..requested import waiting
from .fault_places import in_words_with_place, object_of
from .shown_changes import shown

MOST_CHANGES = 8
MOST_FAULTS = 20
RECENT = 8


@dataclass(frozen=True, slots=True)
class FaultShown:
    """A fault in words, and where its object is edited."""

    words: str
    address: str | None


def add_home(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of the admin's first page, with what this person may see of releases and history."""
    user = request.user
    context["has_no_role"] = not user.is_superuser and not user.get_all_permissions()
    if user.has_perm("releases.view_environment"):
        context |= _releases()
    if user.has_perm("catalog.view_change") and user.has_perm("releases.view_publication"):
        context["events"] = recent_events(RECENT)
    return context


def faults_view(request: HttpRequest) -> HttpResponse:
    """Why the draft cannot be published, for the place that the first page left for that."""
    return render(request, "releases/home/draft_faults.html", {"faults": list(_shown(draft_faults()))})


def _releases() -> dict[str, Any]:
    environments = standings()
    changes = not_published(environments)
    return {
        "standings": environments[::-1],
        "waiting": waiting(),
        "main": environments[-1] if environments else None,
        "changes": shown(changes[:MOST_CHANGES]),
        "more_changes": max(len(changes) - MOST_CHANGES, 0),
        "faults": None if (known := known_faults()) is None else list(_shown(known)),
        "state": live.current(),
    }


def _shown(faults: Sequence[Fault]) -> Iterator[FaultShown]:
    candidate = draft() if faults else EMPTY
    for fault in faults[:MOST_FAULTS]:
        entry = object_of(fault, candidate)
        address = None if entry is None else _address(entry.kind, entry.identity)
        yield FaultShown(in_words_with_place(fault, candidate), address)


def _address(kind: Kind, identity: str) -> str | None:
    model = MODEL_OF[kind]
    row = model._default_manager.filter(**{model.identity_field: identity}).first()
    return None if row is None else reverse(f"admin:catalog_{model._meta.model_name}_change", args=[row.pk])
