"""What a request would make live, and where it stands."""

from dataclasses import dataclass

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind

from .candidates import Candidate, Entry, contents, in_order, live_contents
from .errors import RequestClosed
from .models import Environment, PublishRequest, RequestStep


class Stage(models.TextChoices):
    """How far a request has come."""

    PUBLISHED = "published", _("published")
    CANCELLED = "cancelled", _("cancelled")
    STALE = "stale", _("another release went live; to be built anew")
    FAILED = "failed", _("did not go live")
    APPROVAL = "approval", _("waits for approval")
    TIME = "time", _("waits for its time")
    READY = "ready", _("goes live in a moment")


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open request and how far it has come."""

    request: PublishRequest
    stage: Stage


def waiting(environment: Environment | None = None) -> list[Waiting]:
    """What is asked for and not live yet, in one environment or all, the earliest first; one query."""
    requests = PublishRequest.objects.filter(state=PublishRequest.State.OPEN).order_by("pk")
    if environment is not None:
        requests = requests.filter(environment=environment)
    listed = requests.select_related("environment__release", "by", "approved_by", "release")
    return [Waiting(request, stage_of(request)) for request in listed]


def stage_of(request: PublishRequest) -> Stage:
    """How far a request has come; asks the database for its environment and that one's release, unless they are there."""
    if request.state != PublishRequest.State.OPEN:
        return Stage(request.state)
    if request.base != live_number(request):
        return Stage.STALE
    if request.failure:
        return Stage.FAILED
    if lacks_approval(request):
        return Stage.APPROVAL
    return Stage.READY if is_due(request) else Stage.TIME


def candidate_of(request: PublishRequest) -> Candidate:
    """What would be live: the release to promote, or what is live now with the requested changes.

    Its digest is the request's as long as the request is not stale; after that it is what building it anew gives.
    """
    if request.release:
        return contents(request.release)
    objects = {(entry.kind, entry.identity): entry for entry in live_contents(request.environment).entries}
    for change in request.changes.all():
        kind = Kind(change.kind)
        objects.pop((kind, change.identity), None)
        if change.fragment_id is not None:
            objects[kind, change.identity] = Entry(kind, change.identity, change.fragment_id)
    return Candidate(in_order(objects.values()))


def live_number(request: PublishRequest) -> int:
    """The number of the release that is live where the request is for, 0 for none."""
    release = request.environment.release
    return release.number if release else 0


def lacks_approval(request: PublishRequest) -> bool:
    """Whether somebody still has to approve: where two people publish, now or when it was asked for."""
    return (request.needs_approval or request.environment.four_eyes) and request.approved_by_id is None


def is_due(request: PublishRequest) -> bool:
    """Whether its time has come."""
    return request.not_before is None or request.not_before <= timezone.now()


def held(request: PublishRequest) -> PublishRequest:
    """The request as it is now, kept so until the transaction ends; raises `RequestClosed`."""
    current = PublishRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
    if current.state != PublishRequest.State.OPEN:
        raise RequestClosed
    return current


def note(request: PublishRequest, deed: RequestStep.Deed, *, by: User | None, comment: str = "") -> None:
    """Keeps in the history of a request what was done with it, and by whom (None: the clock)."""
    RequestStep.objects.create(
        request=request, deed=deed, by=by, comment=comment, digest=request.digest, failure=request.failure
    )
