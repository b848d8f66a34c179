"""Rolling back: an environment points at a release again that was live there before."""

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .candidates import contents
from .errors import AlreadyLive, NeverLive
from .models import Environment, Publication, Release
from .pointing import locked, point, refuse_meanwhile


def roll_back(
    environment: Environment, *, to: Release, by: User | None, comment: str = "", expected: int | None = None
) -> Publication:
    """Points the environment at an earlier release of its own; the draft stays as it is.

    Raises `AlreadyLive`, `NeverLive`, `PublishedMeanwhile`, and the engine's `InvalidDocument` when the release no
    longer compiles, such as after a matcher in code is gone.
    """
    environment.refresh_from_db(fields=["release"])
    refuse_meanwhile(environment, expected)
    _refuse(environment, to)
    contents(to).probe()
    with transaction.atomic():
        current = locked(environment, expected=expected)
        _refuse(current, to)
        publication = point(current, to, action=Publication.Action.ROLL_BACK, by=by, comment=comment)
    environment.release = to
    return publication


def releases_of(environment: Environment) -> list[Release]:
    """The releases that can be rolled back to: once live here and not now, latest first."""
    once_live = Release.objects.filter(publications__environment=environment).exclude(pk=environment.release_id or 0)
    return list(once_live.distinct().order_by("-number"))


def _refuse(environment: Environment, release: Release) -> None:
    if environment.release_id == release.pk:
        raise AlreadyLive(environment, release)
    if not environment.publications.filter(release=release).exists():
        raise NeverLive(environment, release)
