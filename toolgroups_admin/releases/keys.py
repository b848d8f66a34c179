"""Keys of programs: made once, shown once, revoked for good."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.accounts.models import User

from .models import APIKey, Environment
from .waking import wake_on_commit

SCOPES = {
    "resolve": _("resolve contexts"),
    "explain": _("see why groups hit or miss"),
    "execute": _("have tools executed"),
    "chat": _("chat through the gateway"),
    "read": _("read releases"),
    "preview": _("resolve against the draft"),
    "publish": _("publish and roll back"),
    "tools:any": _("name any tool and group of the release"),
}
RANDOM_BYTES = 32
SHOWN_CHARACTERS = 6


class UnknownScope(ValueError):
    """A scope that does not exist, or none at all."""

    def __init__(self, scopes: Iterable[str]) -> None:
        unknown = ", ".join(scopes)
        super().__init__(f"{f'no such scope: {unknown}' if unknown else 'no scope'}; there are {', '.join(SCOPES)}")


def make_key(
    environment: Environment,
    *,
    name: str,
    scopes: Iterable[str],
    by: User | None,
    prompts: Iterable[str] | None = None,
    expires_at: datetime | None = None,
) -> tuple[APIKey, str]:
    """Makes a key and returns it with its token, which is kept nowhere; raises `UnknownScope`.

    `prompts` are the names of the only prompts it may use; None is all of them.
    """
    wanted = sorted(set(scopes), key=_place)
    unknown = [scope for scope in wanted if scope not in SCOPES]
    if unknown or not wanted:
        raise UnknownScope(unknown)
    beginning = f"tga_{environment.name}_"
    token = beginning + secrets.token_urlsafe(RANDOM_BYTES)
    key = APIKey.objects.create(
        environment=environment,
        name=name,
        prefix=token[: len(beginning) + SHOWN_CHARACTERS],
        digest=digest_of(token),
        scopes=wanted,
        prompts=None if prompts is None else sorted(set(prompts)),
        created_by=by,
        expires_at=expires_at,
    )
    wake_on_commit()
    return key, token


def revoke(key: APIKey, *, by: User | None) -> None:
    """Ends a key for good; one that was revoked before stays as it is."""
    APIKey.objects.filter(pk=key.pk, revoked_at=None).update(
        revoked_at=timezone.now(), revoked_by=by, version=F("version") + 1
    )
    wake_on_commit()
    key.refresh_from_db(fields=["revoked_at", "revoked_by", "version"])


def digest_of(token: str) -> str:
    """What is kept of a token: the hexadecimal SHA-256 of its bytes. A token is random, so no salt is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _place(scope: str) -> int:
    known = tuple(SCOPES)
    return known.index(scope) if scope in known else len(known)
