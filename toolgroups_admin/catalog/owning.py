"""Whose an object is, and who may edit it where owners alone may."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from toolgroups_admin.accounts.models import User
from toolgroups_admin.accounts.roles import Role, has_role

from .models import CatalogObject


def owns(user: User, row: CatalogObject) -> bool:
    """Whether the owner of an object is this person, by sign-in, address or name."""
    return row.owner.strip() in user.called


def may_edit(user: User | AnonymousUser, row: CatalogObject) -> bool:
    """Whether ownership lets a person edit an object; what they may do at all is their roles' to say.

    With `EDIT_BY_OWNERS`, an object with an owner is the owner's and the publishers'.
    """
    if not settings.EDIT_BY_OWNERS or not row.owner.strip():
        return True
    return isinstance(user, User) and (owns(user, row) or has_role(user, Role.PUBLISHER))
