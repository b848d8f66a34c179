"""Links from a group or a tool to where it is switched off."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from toolgroups_admin.catalog.further_links import FurtherLink
from toolgroups_admin.catalog.models import CatalogObject

from .models import Environment, Switch


def switch_links(user: Any, row: CatalogObject) -> list[FurtherLink]:
    """One for each environment in which the object is live and on, for who may switch off; the one that counts first."""
    if row.kind not in Switch.SWITCHED or not user.has_perm("releases.publish"):
        return []
    same = {"kind": row.kind, "identity": row.identity}
    off = Switch.objects.filter(**same, lifted_at=None).values("environment")
    holding = {f"release__fragments__{name}": value for name, value in same.items()}
    live_in = Environment.objects.filter(**holding).exclude(pk__in=off).order_by("-order", "-name")
    return [
        FurtherLink(_("Switch off in %(environment)s…") % {"environment": environment}, _address(environment, row))
        for environment in live_in
    ]


def _address(environment: Environment, row: CatalogObject) -> str:
    page = reverse("admin:releases_environment_switch_off", args=[environment.pk])
    return f"{page}?{urlencode({'target': f'{row.kind}:{row.identity}'})}"
