"""Which release an environment points at: the one place where that changes."""

from toolgroups_admin.accounts.models import User

from .errors import PublishedMeanwhile
from .models import Environment, Publication, Release


def locked(environment: Environment, *, expected: int | None) -> Environment:
    """The environment as it is now, kept so until the transaction ends.

    All environments are locked, in one order, so that publishes follow one another and release numbers have no
    gaps. Raises `PublishedMeanwhile` when its release's number (0 for none) is not the one expected, if one is.
    """
    list(Environment.objects.order_by("pk").select_for_update(no_key=True).values_list("pk"))
    current = Environment.objects.select_related("release").get(
        pk=environment.pk
    )  # a join would not see what was waited for
    refuse_meanwhile(current, expected)
    return current


def refuse_meanwhile(environment: Environment, expected: int | None) -> None:
    """Raises `PublishedMeanwhile` when another release is live than the caller expects."""
    found = environment.release.number if environment.release else 0
    if expected is not None and found != expected:
        raise PublishedMeanwhile(environment, expected, found)


def point(
    environment: Environment, release: Release, *, action: Publication.Action, by: User | None, comment: str
) -> Publication:
    """Has a locked environment point at a release from now on, and says so in its history."""
    publication = Publication.objects.create(
        environment=environment,
        release=release,
        previous=environment.release,
        action=action,
        by=by,
        comment=comment,
    )
    environment.release = release
    environment.save(update_fields=["release"])
    return publication
