"""Approving and cancelling what somebody asked for."""

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .errors import OwnRequest, RequestChanged
from .models import PublishRequest, RequestStep
from .pointing import locked
from .requested import held, note


@transaction.atomic
def approve(
    request: PublishRequest, *, by: User, digest: str, base: int | None = None, comment: str = ""
) -> PublishRequest:
    """Says that the candidate with this digest may go live, on top of the release with the number `base` if one is given.

    Raises `RequestClosed`, `OwnRequest`, `PublishedMeanwhile` when it is stale, and `RequestChanged` when it is not what
    was looked at.
    """
    locked(request.environment, expected=request.base)
    current = held(request)
    if current.by_id == by.pk:
        raise OwnRequest
    if current.digest != digest or base not in (None, current.base):
        raise RequestChanged
    current.approved_by, current.failure = by, ""
    current.save(update_fields=["approved_by", "failure"])
    note(current, RequestStep.Deed.APPROVED, by=by, comment=comment)
    return current


@transaction.atomic
def cancel(request: PublishRequest, *, by: User, comment: str = "") -> PublishRequest:
    """Closes a request, which then never goes live; raises `RequestClosed`."""
    current = held(request)
    current.state = PublishRequest.State.CANCELLED
    current.save(update_fields=["state"])
    note(current, RequestStep.Deed.CANCELLED, by=by, comment=comment)
    return current
