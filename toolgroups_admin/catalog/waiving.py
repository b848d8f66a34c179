"""Waiving: saying of one object that a lint rule does not count for it, and why."""

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import LINT_RULES

from .mapping import MODEL_OF
from .models import CatalogObject, Change, Kind
from .saving import save_with_history

LONGEST_REASON = 2000


def may_be_waived(rule: str) -> bool:
    """True for rules of lint, but not for those about waivers themselves; a fault of the compiler must be mended."""
    return rule in LINT_RULES and not rule.startswith("waiver_")


@transaction.atomic
def waive(kind: Kind, identity: str, rule: str, *, reason: str, by: User | None) -> Change | None:
    """Adds a waiver to an object, with the reason in its history too; None when the object waives the rule already.

    Raises the model's DoesNotExist when there is no such object.
    """
    model = MODEL_OF[kind]
    row: CatalogObject = model._default_manager.select_for_update().get(**{model.identity_field: identity})
    if any(waiver["rule"] == rule for waiver in row.waivers):
        return None
    row.waivers = [*row.waivers, {"rule": rule, "reason": reason}]
    return save_with_history(row, by=by, why=reason)
