"""Asking: a candidate is frozen until somebody else approves it, or until its time comes."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.saving import BATCH

from .candidates import Candidate, contents, live_contents
from .choices import Choice
from .comparing import ObjectChange, changes_from
from .errors import RequestChanged
from .gates import refuse_objected
from .inspecting import refuse_unsound
from .models import Environment, PublishRequest, Release, RequestedChange, RequestStep
from .pointing import locked, refuse_cleared, refuse_meanwhile
from .publishing import candidate_for, refuse_nothing
from .requested import candidate_of, held, live_number, note


def ask(
    environment: Environment,
    *,
    by: User,
    comment: str = "",
    expected: int | None = None,
    chosen: Collection[Choice] | None = None,
    release: Release | None = None,
    read: Collection[str] | None = None,
    not_before: datetime | None = None,
) -> PublishRequest:
    """Freezes the draft, the chosen changes, or a release that is to be promoted, as it is now.

    Later edits do not touch it; who asks for the same again gets the request that is open. Raises what publishing and promoting raise; then nothing is written.
    """
    environment.refresh_from_db(fields=["release", "gate", "four_eyes"])
    refuse_meanwhile(environment, expected)
    candidate = _promoted(release) if release else candidate_for(environment, chosen)
    _refuse(environment, candidate, read)
    changes = changes_from(live_contents(environment), candidate)
    with transaction.atomic():
        number = environment.release.number if environment.release else 0
        current = locked(environment, expected=number)
        if twin := _asked_already(current, by, number, candidate, release, not_before):
            return twin
        request = PublishRequest.objects.create(
            environment=current,
            release=release,
            base=number,
            digest=candidate.digest,
            comment=comment,
            by=by,
            needs_approval=current.four_eyes,
            not_before=not_before,
        )
        _keep(request, () if release else changes)
        note(request, RequestStep.Deed.ASKED, by=by, comment=comment)
    return request


def rebuild(
    request: PublishRequest, *, by: User, comment: str = "", read: Collection[str] | None = None
) -> PublishRequest:
    """Puts the same changes on top of what went live since; what was approved has to be approved again.

    Raises `RequestClosed`, `RequestChanged` when nothing went live since, and what asking raises.
    """
    environment = Environment.objects.select_related("release").get(pk=request.environment_id)
    request.environment = environment
    candidate = candidate_of(request)
    if request.base == live_number(request):
        raise RequestChanged
    _refuse(environment, candidate, read)
    with transaction.atomic():
        locked(environment, expected=live_number(request))
        current = held(request)
        current.base, current.digest = live_number(request), candidate.digest
        current.approved_by, current.failure = None, ""
        current.save(update_fields=["base", "digest", "approved_by", "failure"])
        note(current, RequestStep.Deed.REBUILT, by=by, comment=comment)
    return current


def _asked_already(
    environment: Environment,
    by: User,
    base: int,
    candidate: Candidate,
    release: Release | None,
    not_before: datetime | None,
) -> PublishRequest | None:
    """What the same person asked for a moment ago, with a second click; only under the lock of the environments."""
    mine = PublishRequest.objects.filter(environment=environment, by=by, base=base, digest=candidate.digest, failure="")
    return mine.filter(state=PublishRequest.State.OPEN, release=release, not_before=not_before).first()


def _promoted(release: Release) -> Candidate:
    refuse_cleared(release)
    return contents(release)


def _keep(request: PublishRequest, changes: Iterable[ObjectChange]) -> None:
    rows = (
        RequestedChange(request=request, kind=it.kind, identity=it.identity, fragment_id=it.after) for it in changes
    )
    RequestedChange.objects.bulk_create(rows, batch_size=BATCH)


def _refuse(environment: Environment, candidate: Candidate, read: Collection[str] | None) -> None:
    refuse_nothing(environment, candidate)
    candidate.probe()
    refuse_unsound(candidate, live=live_contents(environment), read=read)
    refuse_objected(environment, candidate)
