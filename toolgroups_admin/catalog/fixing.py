"""When an identity may no longer change."""

from django.utils.translation import gettext as _

from .gates import is_published
from .models import CatalogObject
from .references import users_of


def why_fixed(row: CatalogObject) -> str:
    """Why the identity of a saved object is fixed, with the way out; empty when it may change."""
    if is_published(row.kind, row.identity):
        reason = _("“%(identity)s” was published, so its name is fixed.") % {"identity": row.identity}
    elif users := users_of(row):
        names = ", ".join(f"{user._meta.verbose_name} “{user}”" for user in users)
        reason = _("“%(identity)s” is used by %(users)s.") % {"identity": row.identity, "users": names}
    else:
        return ""
    return reason + " " + _("Save it as new under the other name, then retire this one.")
