"""Which release an environment points at: the one place where that changes."""

from collections.abc import Callable

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .announcing import announce
from .candidates import contents
from .errors import AlreadyLive, Cleared, NeedsApproval, PublishedMeanwhile
from .models import Environment, Event, Publication, Release
from .waking import wake_on_commit


def locked(environment: Environment, *, expected: int | None) -> Environment:
    """The environment as it is now, kept so until the transaction ends.

    All environments are locked, in one order, so that publishes follow one another and release numbers have no
    gaps. Raises `PublishedMeanwhile` when its release's number (0 for none) is not the one expected, if one is.
    """
    lock_environments()
    current = Environment.objects.select_related("release").get(
        pk=environment.pk
    )  # a join would not see what was waited for
    refuse_meanwhile(current, expected)
    return current


def lock_environments() -> None:
    """Nobody else changes what an environment points at until the transaction ends."""
    list(Environment.objects.order_by("pk").select_for_update(no_key=True).values_list("pk"))


def refuse_meanwhile(environment: Environment, expected: int | None) -> None:
    """Raises `PublishedMeanwhile` when another release is live than the caller expects."""
    found = environment.release.number if environment.release else 0
    if expected is not None and found != expected:
        raise PublishedMeanwhile(environment, expected, found)


def refuse_alone(environment: Environment) -> None:
    """Raises `NeedsApproval` where two people publish; what rolls back or switches off does not ask."""
    if environment.four_eyes:
        raise NeedsApproval(environment)


def repoint(
    environment: Environment,
    to: Release,
    *,
    action: Publication.Action,
    by: User | None,
    comment: str,
    expected: int | None,
    refuse: Callable[[Environment, Release], None],
) -> Publication:
    """Has an environment point at a release that is there already, unless `refuse` raises.

    Raises `AlreadyLive`, `Cleared`, `PublishedMeanwhile`, and the engine's `InvalidDocument` when the release no longer
    compiles, such as after a matcher in code is gone.
    """
    environment.refresh_from_db(fields=["release"])
    refuse_meanwhile(environment, expected)
    refuse_repointing(environment, to, refuse)
    contents(to).probe()
    with transaction.atomic():
        current = locked(environment, expected=expected)
        refuse_repointing(current, to, refuse)
        publication = point(current, to, action=action, by=by, comment=comment)
    environment.release = to
    return publication


def refuse_repointing(environment: Environment, to: Release, refuse: Callable[[Environment, Release], None]) -> None:
    """Raises `AlreadyLive`, `Cleared`, or what `refuse` raises."""
    if environment.release_id == to.pk:
        raise AlreadyLive(environment, to)
    refuse_cleared(to)
    refuse(environment, to)


def refuse_cleared(release: Release) -> None:
    """Raises `Cleared` when the release has lost its objects."""
    release.refresh_from_db(fields=["cleared_at"])
    if release.cleared_at is not None:
        raise Cleared(release)


def point(
    environment: Environment, release: Release, *, action: Publication.Action, by: User | None, comment: str
) -> Publication:
    """Has a locked environment point at a release from now on, and says so in its history and to who listens."""
    previous = environment.release
    publication = Publication.objects.create(
        environment=environment, release=release, previous=previous, action=action, by=by, comment=comment
    )
    facts = {"release": release.number, "previous": previous and previous.number, "comment": comment}
    announce(environment, Event(action.value), facts, by=by)
    environment.release = release
    environment.save(update_fields=["release"])
    wake_on_commit()
    return publication
