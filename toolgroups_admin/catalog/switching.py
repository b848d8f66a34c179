"""Enabling and disabling groups, without opening them."""

from collections.abc import Collection

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .mapping import MOST_KEYS
from .models import ToolGroup
from .saving import record, update_columns


@transaction.atomic
def switch(keys: Collection[int], *, enabled: bool, by: User | None, why: str = "") -> int:
    """Enables or disables the groups with these primary keys; returns how many that changed, each with its entry."""
    otherwise = ToolGroup.objects.exclude(enabled=enabled).order_by("pk").select_for_update()
    rows = [row for row in (otherwise if len(keys) > MOST_KEYS else otherwise.filter(pk__in=keys)) if row.pk in keys]
    for row in rows:
        row.enabled = enabled
    update_columns(rows, ["enabled"])
    record(rows, by=by, why=why)
    return len(rows)
