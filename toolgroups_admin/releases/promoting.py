"""Promoting: an environment points at a release that was made for another one."""

from collections.abc import Collection

from django.db.models import Prefetch

from toolgroups_admin.accounts.models import User

from .candidates import contents, live_contents
from .errors import NothingToPublish
from .gates import refuse_objected
from .inspecting import refuse_unsound
from .models import Environment, Publication, Release
from .pointing import refuse_alone, refuse_meanwhile, refuse_repointing, repoint


def promote(
    environment: Environment,
    *,
    release: Release,
    by: User | None,
    comment: str = "",
    expected: int | None = None,
    read: Collection[str] | None = None,
) -> Publication:
    """Points the environment at a release of another one, as it was tried there; the draft stays as it is.

    `read` are the marks of the lint warnings that the caller has read (None: the caller shows none). Raises
    `NeedsApproval`, `AlreadyLive`, `NothingToPublish` when what is live here holds the same, `PublishedMeanwhile`,
    `LintErrors`, `WarningsUnread`, `Objected` where scenarios fail and the environment refuses that, and the engine's
    `InvalidDocument`.
    """
    environment.refresh_from_db(fields=["release", "gate", "four_eyes"])
    refuse_meanwhile(environment, expected)
    refuse_repointing(environment, release, _refuse)
    candidate = contents(release)
    refuse_unsound(candidate, live=live_contents(environment), read=read)
    refuse_objected(environment, candidate)
    action = Publication.Action.PROMOTE
    return repoint(environment, release, action=action, by=by, comment=comment, expected=expected, refuse=_refuse)


def promotable_to(environment: Environment) -> list[Release]:
    """The releases that other environments point at now and this one does not, latest first, with these environments."""
    elsewhere = Release.objects.filter(environments__isnull=False).exclude(pk=environment.release_id or 0)
    live_in = Prefetch("environments", Environment.objects.all())
    return list(elsewhere.distinct().select_related("author").prefetch_related(live_in).order_by("-number"))


def _refuse(environment: Environment, release: Release) -> None:
    refuse_alone(environment)
    if environment.release and environment.release.digest == release.digest:
        raise NothingToPublish(environment)
