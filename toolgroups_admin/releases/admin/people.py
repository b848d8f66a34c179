"""Who is at the browser."""

from django.http import HttpRequest

from toolgroups_admin.accounts.models import User


def person(request: HttpRequest) -> User:
    """Who is signed in; the admin lets nobody else in."""
    assert isinstance(request.user, User)
    return request.user
