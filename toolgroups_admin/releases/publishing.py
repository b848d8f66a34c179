"""Publishing: the draft, or some of its changes, becomes a release, and the environment points at it."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Max

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.saving import BATCH

from .candidates import Candidate, contents, draft, live_contents
from .choices import Choice
from .errors import DraftChanged, NothingToPublish, OneDigestForTwo
from .gates import refuse_objected
from .inspecting import refuse_unsound
from .models import Environment, Publication, Release, ReleaseFragment
from .pointing import locked, point, refuse_alone, refuse_meanwhile
from .selecting import chosen_only

MOST_TRIES = 5


def publish(
    environment: Environment,
    *,
    by: User | None,
    comment: str = "",
    expected: int | None = None,
    seen: str | None = None,
    chosen: Collection[Choice] | None = None,
    read: Collection[str] | None = None,
) -> Release:
    """Makes a release of the draft, or of what is live with the chosen changes, and points the environment at it.

    `expected` is the number of the release that the caller believes to be live (0 for none), `seen` the digest of the
    draft that the caller looked at, `read` are the marks of the lint warnings that the caller has read (None: the caller
    shows none). Raises `NeedsApproval`, `NothingToPublish`, `PublishedMeanwhile`, `DraftChanged`, `NeedsMore`, `LintErrors`,
    `WarningsUnread`, `Objected` where scenarios fail and the environment refuses that, and the engine's `InvalidDocument`
    when it does not compile; then nothing is written. It is compiled before the transaction begins, so that nobody waits
    for the compiler; what was edited in between is compiled again.
    """
    for _ in range(MOST_TRIES):
        environment.refresh_from_db(fields=["release", "gate", "four_eyes"])
        refuse_alone(environment)
        refuse_meanwhile(environment, expected)
        candidate = candidate_for(environment, chosen)
        refuse_nothing(environment, candidate)
        if seen not in (None, candidate.digest):
            raise DraftChanged
        candidate.probe()
        refuse_unsound(candidate, live=live_contents(environment), read=read)
        refuse_objected(environment, candidate)
        if release := _publish(environment, candidate, by, comment, expected, chosen):
            return release
    raise DraftChanged


def candidate_for(environment: Environment, chosen: Collection[Choice] | None) -> Candidate:
    """What publishing would make live: the draft, or what is live with exactly the chosen changes."""
    return draft() if chosen is None else chosen_only(live_contents(environment), draft(), chosen)


def refuse_nothing(environment: Environment, candidate: Candidate) -> None:
    """Raises `NothingToPublish` when the candidate is what is live, and `OneDigestForTwo`."""
    refuse_twin(candidate)
    live = environment.release
    if (live.digest == candidate.digest) if live else not candidate.entries:
        raise NothingToPublish(environment)


def refuse_twin(candidate: Candidate) -> None:
    """Raises `OneDigestForTwo` when a release holds other objects under the same digest.

    A digest says nothing of kinds, and the text of a group that has but name, title, owner, tags and tools could be a
    prompt's: whoever keeps documents by digest would take one for the other.
    """
    twin = Release.objects.whole().filter(digest=candidate.digest).first()
    if twin is not None and contents(twin) != candidate:
        raise OneDigestForTwo(twin)


@transaction.atomic
def _publish(
    environment: Environment,
    candidate: Candidate,
    by: User | None,
    comment: str,
    expected: int | None,
    chosen: Collection[Choice] | None,
) -> Release | None:
    """The new release, or None when the draft or what is live is not any more what the candidate was made of."""
    current = locked(environment, expected=expected)
    refuse_alone(current)
    if candidate_for(current, chosen) != candidate:
        return None
    refuse_nothing(current, candidate)
    release = make_release(candidate, parent=current.release, by=by, comment=comment)
    point(current, release, action=Publication.Action.PUBLISH, by=by, comment=comment)
    environment.release = release
    return release


def make_release(candidate: Candidate, *, parent: Release | None, by: User | None, comment: str) -> Release:
    """The next release, which holds the candidate; only under the lock of the environments."""
    latest = Release.objects.aggregate(latest=Max("number"))["latest"] or 0
    release = Release.objects.create(
        number=latest + 1,
        format=candidate.format,
        digest=candidate.digest,
        author=by,
        comment=comment,
        parent=parent,
    )
    rows = (
        ReleaseFragment(
            release=release, position=place, kind=entry.kind, identity=entry.identity, fragment_id=entry.digest
        )
        for place, entry in enumerate(candidate.entries)
    )
    ReleaseFragment.objects.bulk_create(rows, batch_size=BATCH)
    return release
