"""Who may see batches, and who may run them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from toolgroups_admin.accounts.models import User

from ..batch_models import Batch

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def for_those_who(*may: str) -> Callable[[View[P]], View[P]]:
    """In the admin, for those who may `view` batches, or `add` one."""
    permissions = [f"dryrun.{action}_batch" for action in may]

    def guard(view: View[P]) -> View[P]:
        guarded: Any = permission_required(permissions, raise_exception=True)(cast(Any, view))
        return cast(View[P], wraps(view)(admin.site.admin_view(guarded)))

    return guard


def found(batch_id: UUID) -> Batch:
    """The batch, all of whose lines are there; otherwise 404."""
    return get_object_or_404(Batch.objects.received().select_related("by"), pk=batch_id)


def person(request: HttpRequest) -> User:
    """Who asks."""
    assert isinstance(request.user, User), "the admin lets in nobody else"
    return request.user
