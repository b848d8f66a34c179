"""Switching off now: a group or tool of the live release is out of every answer until somebody lifts that."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Kind

from .announcing import announce
from .errors import AlreadyLifted, AlreadyOff, NotInRelease
from .models import Environment, Event, ReleaseFragment, Switch
from .waking import wake_on_commit


def switch_off(environment: Environment, kind: Kind, identity: str, *, reason: str, by: User | None) -> Switch:
    """Takes a group or tool out of the environment's answers at once; later releases do not bring it back.

    Raises `NotInRelease` and `AlreadyOff`.
    """
    if not switchable(environment).filter(kind=kind, identity=identity).exists():
        raise NotInRelease(environment, kind, identity)
    try:
        with transaction.atomic():
            switch = Switch.objects.create(environment=environment, kind=kind, identity=identity, reason=reason, by=by)
            _announce(switch, Event.SWITCH_OFF, reason, by)
            wake_on_commit()
            return switch
    except IntegrityError:
        raise AlreadyOff(environment, kind, identity) from None


def lift(switch: Switch, *, by: User | None, why: str = "") -> None:
    """Has rules decide again; raises `AlreadyLifted`."""
    with transaction.atomic():
        lifted = Switch.objects.filter(pk=switch.pk, lifted_at=None).update(
            lifted_at=timezone.now(), lifted_by=by, lifted_why=why
        )
        if lifted:
            _announce(switch, Event.LIFT, why, by)
            wake_on_commit()
    switch.refresh_from_db()
    if not lifted:
        raise AlreadyLifted


def switchable(environment: Environment) -> QuerySet[ReleaseFragment]:
    """The groups and tools of the live release, groups first."""
    objects = ReleaseFragment.objects.filter(release=environment.release_id, kind__in=Switch.SWITCHED)
    return objects.order_by("kind", "position")


def switched_off_now() -> QuerySet[Switch]:
    """All that is off anywhere, latest first, by one query."""
    return Switch.objects.filter(lifted_at=None).select_related("environment", "by")


def _announce(switch: Switch, event: Event, reason: str, by: User | None) -> None:
    facts = {"kind": switch.kind, "identity": switch.identity, "reason": reason}
    announce(switch.environment, event, facts, by=by)
