"""From what a provider says of a person to their account here, with their roles."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction

from ..models import User
from ..roles import Role

Claims = Mapping[str, Any]
LONGEST_NAME = 150


@transaction.atomic
def account_of(claims: Claims) -> User:
    """The account of a person, made at their first sign-in, with the roles that the provider gives where it gives any.

    An account is known again by issuer and subject, which never change. One that was here before is taken over only by
    an address that the provider has verified, so that nobody gets in by writing a colleague's address down.
    """
    user = _known(claims) or _taken_over(claims) or _made(claims)
    user.subject = _subject(claims)
    user.email = _text(claims, "email") or user.email
    user.last_name = _text(claims, "family_name") or user.last_name
    user.first_name = _text(claims, "given_name") or user.first_name
    user.save()
    if settings.OIDC_ROLES_CLAIM:
        _give_roles(user, claims)
    return user


def may_enter(user: User) -> bool:
    """Whether an account is of any use: switched on, for this place, and with a role."""
    return user.is_active and user.is_staff and (user.is_superuser or user.groups.exists())


def roles_in(claims: Claims) -> set[str]:
    """The names of our roles that a provider's claim stands for; the claim may lie deeper, by a path with dots."""
    return {name for word in _words(claims) for name in _roles_called(word)}


def _known(claims: Claims) -> User | None:
    return User.objects.filter(subject=_subject(claims)).first()


def _taken_over(claims: Claims) -> User | None:
    address = _text(claims, "email")
    if not address or claims.get("email_verified") is not True:
        return None
    here = list(User.objects.filter(email__iexact=address, subject=None)[:2])
    return here[0] if len(here) == 1 else None


def _made(claims: Claims) -> User:
    wanted = _text(claims, "preferred_username") or _text(claims, "email") or str(claims["sub"])
    user = User(username=_free(wanted[:LONGEST_NAME]), is_staff=True)
    user.set_unusable_password()
    return user


def _free(wanted: str) -> str:
    """The name, or with a number when somebody has it already."""
    taken = set(User.objects.filter(username__startswith=wanted[: LONGEST_NAME - 8]).values_list("username", flat=True))
    others = (f"{wanted[: LONGEST_NAME - 8]}-{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in others if name not in taken)


def _give_roles(user: User, claims: Claims) -> None:
    """Exactly the roles that the provider names; groups of one's own stay as they are."""
    given = roles_in(claims)
    user.groups.remove(*Group.objects.filter(name__in=set(Role) - given))
    user.groups.add(*Group.objects.filter(name__in=given))


def _words(claims: Claims) -> Iterator[str]:
    found: Any = claims.get(settings.OIDC_ROLES_CLAIM)
    if found is None:
        found = claims
        for step in settings.OIDC_ROLES_CLAIM.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
    yield from (found.split() if isinstance(found, str) else filter(_is_text, found if isinstance(found, list) else ()))


def _roles_called(word: str) -> Iterator[str]:
    """A word is a role by the settings, or without them by the role's own name, in capitals or not."""
    named = settings.OIDC_ROLES.get(word, "") if settings.OIDC_ROLES else word
    yield from (role for role in Role if role.lower() == named.lower())


def _subject(claims: Claims) -> str:
    return f"{settings.OIDC_ISSUER} {claims['sub']}"


def _text(claims: Claims, name: str) -> str:
    value = claims.get(name)
    return value.strip()[:LONGEST_NAME] if isinstance(value, str) else ""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
