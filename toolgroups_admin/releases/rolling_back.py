"""Rolling back: an environment points at a release again that was live there before."""

from toolgroups_admin.accounts.models import User

from .errors import NeverLive
from .models import Environment, Publication, Release
from .pointing import repoint


def roll_back(
    environment: Environment, *, to: Release, by: User | None, comment: str = "", expected: int | None = None
) -> Publication:
    """Points the environment at an earlier release of its own; the draft stays as it is.

    Raises `AlreadyLive`, `NeverLive`, `PublishedMeanwhile`, and the engine's `InvalidDocument`.
    """
    action = Publication.Action.ROLL_BACK
    return repoint(environment, to, action=action, by=by, comment=comment, expected=expected, refuse=_refuse)


def releases_of(environment: Environment) -> list[Release]:
    """The releases that can be rolled back to: once live here, not now, and not cleared; latest first."""
    once_live = (
        Release.objects.whole().filter(publications__environment=environment).exclude(pk=environment.release_id or 0)
    )
    return list(once_live.distinct().order_by("-number"))


def _refuse(environment: Environment, release: Release) -> None:
    if not environment.publications.filter(release=release).exists():
        raise NeverLive(environment, release)
