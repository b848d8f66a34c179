"""Who is at the admin."""

from django.http import HttpRequest

from toolgroups_admin.accounts.models import User


def person(request: HttpRequest) -> User | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, User) else None
