"""Configuring an environment: each change of its settings makes one entry of history, and no change makes none."""

from typing import Any

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .models import Environment, EnvironmentChange
from .pointing import lock_environments

SETTINGS = ("title", "order", "gate", "four_eyes", "allow_list")


@transaction.atomic
def configure(environment: Environment, *, by: User | None) -> EnvironmentChange | None:
    """Saves the settings of an environment, or makes it, and returns the entry, if anything differs from what was kept.

    What the environment points at is left alone, since somebody may publish in the same moment.
    """
    lock_environments()
    kept = settings_of(Environment.objects.get(pk=environment.pk) if environment.pk else Environment())
    environment.save(update_fields=SETTINGS if environment.pk else None)
    wanted = settings_of(environment)
    differing = [name for name in SETTINGS if kept[name] != wanted[name]]
    if not differing:
        return None
    before, after = ({name: values[name] for name in differing} for values in (kept, wanted))
    return EnvironmentChange.objects.create(environment=environment, before=before, after=after, by=by)


def settings_of(environment: Environment) -> dict[str, Any]:
    """The settings of an environment by name, as JSON can keep them."""
    return {name: getattr(environment, name) for name in SETTINGS}
