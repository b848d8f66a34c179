"""Enabling and disabling groups, without opening them."""

from collections.abc import Collection

from django.db import transaction

from toolgroups_admin.accounts.models import User

from .models import ToolGroup
from .saving import record, update_columns


@transaction.atomic
def switch(keys: Collection[int], *, enabled: bool, by: User | None, why: str = "") -> int:
    """Enables or disables the groups with these primary keys; returns how many that changed, each with its entry."""
    rows = [row for row in ToolGroup.objects.select_for_update() if row.pk in keys and row.enabled != enabled]
    for row in rows:
        row.enabled = enabled
    update_columns(rows, ["enabled"])
    record(rows, by=by, why=why)
    return len(rows)
