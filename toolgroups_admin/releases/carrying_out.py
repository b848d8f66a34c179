"""Carrying out: what was asked for goes live when it is approved and its time has come."""

import logging

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import InvalidDocument

from .candidates import Candidate, live_contents
from .errors import (
    LintErrors,
    MayNoLongerPublish,
    NothingToPublish,
    NotReady,
    Objected,
    PublishedMeanwhile,
    ReleaseRefused,
    RequestChanged,
    RequestClosed,
)
from .gates import refuse_objected
from .inspecting import refuse_unsound
from .models import Environment, Publication, PublishRequest, RequestStep
from .pointing import locked, point, refuse_meanwhile
from .publishing import make_release, refuse_nothing
from .requested import candidate_of, held, is_due, lacks_approval, note

log = logging.getLogger(__name__)
Failure = PublishRequest.Failure
FAILURES: dict[type[Exception], PublishRequest.Failure] = {
    PublishedMeanwhile: Failure.STALE,
    RequestChanged: Failure.STALE,
    NothingToPublish: Failure.NOTHING,
    InvalidDocument: Failure.FAULTS,
    LintErrors: Failure.LINT,
    Objected: Failure.OBJECTED,
    MayNoLongerPublish: Failure.PERSON,
}


def carry_out(request: PublishRequest, *, by: User | None = None) -> Publication:
    """Makes live what was asked for; `by` is who said so, None the clock.

    Compiler, lint and gates are asked again. Raises `RequestClosed`, `NotReady`, `PublishedMeanwhile` when it is stale,
    `MayNoLongerPublish`, and what publishing raises; then nothing is written.
    """
    asked = PublishRequest.objects.select_related("environment__release", "release").get(pk=request.pk)
    refuse_meanwhile(asked.environment, asked.base)
    candidate = candidate_of(asked)
    _refuse(asked, candidate)
    candidate.probe()
    refuse_unsound(candidate, live=live_contents(asked.environment), read=None)
    refuse_objected(asked.environment, candidate)
    with transaction.atomic():
        current = locked(asked.environment, expected=asked.base)
        mine = held(request)
        mine.environment = current
        _refuse(mine, candidate)
        return _go_live(mine, current, candidate, by)


def carry_out_or_say_why(request: PublishRequest, *, by: User | None = None) -> bool:
    """Makes live what was asked for, or keeps on the request why not; true when it is live."""
    try:
        carry_out(request, by=by)
    except (NotReady, RequestClosed):
        return False  # somebody was faster, or took it back
    except DatabaseError:
        log.exception("request %s: the database failed; the clock tries again", request.pk)
        return False
    except (ReleaseRefused, InvalidDocument) as refused:
        return _fail(request, FAILURES.get(type(refused), Failure.FAULT), by)
    except Exception:
        log.exception("request %s did not go live", request.pk)
        return _fail(request, Failure.FAULT, by)
    return True


def publish_due() -> int:
    """Makes live all whose time has come, first come first; returns how many went live."""
    return sum(carry_out_or_say_why(request) for request in _due())


def _due() -> list[PublishRequest]:
    """What is open, approved where that is needed, due, and did not fail since somebody looked at it."""
    approved = Q(approved_by__isnull=False) | Q(needs_approval=False, environment__four_eyes=False)
    come = Q(not_before=None) | Q(not_before__lte=timezone.now())
    waiting = PublishRequest.objects.filter(approved, come, state=PublishRequest.State.OPEN, failure="")
    return list(waiting.order_by(F("not_before").asc(nulls_first=True), "pk"))


def _refuse(request: PublishRequest, candidate: Candidate) -> None:
    if request.state != PublishRequest.State.OPEN:
        raise RequestClosed
    if lacks_approval(request) or not is_due(request):
        raise NotReady
    if request.digest != candidate.digest:
        raise RequestChanged
    for person in (request.by, request.approved_by):
        if person and not person.has_perm("releases.publish"):
            raise MayNoLongerPublish(person.get_username())
    refuse_nothing(request.environment, candidate)


def _go_live(request: PublishRequest, environment: Environment, candidate: Candidate, said: User | None) -> Publication:
    by, comment, release = request.by, request.comment, request.release
    action = Publication.Action.PROMOTE if release else Publication.Action.PUBLISH
    release = release or make_release(candidate, parent=environment.release, by=by, comment=comment)
    publication = point(environment, release, action=action, by=by, comment=comment)
    request.state, request.failure, request.publication = PublishRequest.State.PUBLISHED, "", publication
    request.save(update_fields=["state", "failure", "publication"])
    note(request, RequestStep.Deed.PUBLISHED, by=said)
    return publication


@transaction.atomic
def _fail(request: PublishRequest, failure: PublishRequest.Failure, said: User | None) -> bool:
    try:
        current = held(request)
    except RequestClosed:
        return False
    current.failure = failure
    current.save(update_fields=["failure"])
    note(current, RequestStep.Deed.FAILED, by=said)
    return False
