"""Replacing a key: a successor that may do the same, and a time in which both are let in."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from toolgroups_admin.accounts.models import User

from .keys import make_key
from .models import APIKey

OVERLAP = timedelta(days=7)


class NotReplaceable(ValueError):
    """A key that opens nothing any more, or that has a successor already."""

    def __init__(self, key: APIKey) -> None:
        self.state = "replaced" if hasattr(key, "replaced_by") else key.state
        super().__init__(f"the key {key} is {self.state}; replace the key that is in use, or make a new one")


def replace(
    key: APIKey, *, by: User | None, overlap: timedelta = OVERLAP, expires_at: datetime | None = None
) -> tuple[APIKey, str]:
    """Makes a successor with the same environment, scopes and prompts, and returns it with its token.

    The old key is let in for as long as the overlap, or until its own end when that is sooner; the successor until
    `expires_at`. Raises `NotReplaceable`.
    """
    with transaction.atomic():
        kept = APIKey.objects.select_for_update(of=("self",)).get(pk=key.pk)  # nobody revokes or replaces it meanwhile
        if not kept.is_replaceable:
            raise NotReplaceable(kept)
        made, token = make_key(
            kept.environment, name=kept.name, scopes=kept.scopes, by=by, prompts=kept.prompts, expires_at=expires_at
        )
        end = timezone.now() + overlap
        sooner = min(end, kept.expires_at) if kept.expires_at else end
        APIKey.objects.filter(pk=made.pk).update(replaces=kept)
        APIKey.objects.filter(pk=kept.pk).update(expires_at=sooner, version=F("version") + 1)
    key.refresh_from_db()
    made.refresh_from_db()
    return made, token


def usual_end(key: APIKey) -> datetime | None:
    """Until when a successor would be let in if it lasted as long as the key was made to last; None for ever."""
    return None if key.expires_at is None else timezone.now() + (key.expires_at - key.created_at)
