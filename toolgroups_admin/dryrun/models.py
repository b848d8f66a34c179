"""Kept dry runs, and scenarios."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from toolgroups_admin.catalog.models import JSONText
from toolgroups_admin.catalog.models.base import empty_list, empty_object

from .batch_models import Batch, BatchChunk, BatchSource
from .history_models import Erasure, ScenarioChange

__all__ = ["Batch", "BatchChunk", "BatchSource", "DryRun", "Erasure", "Scenario", "ScenarioChange"]


class DryRunQuerySet(models.QuerySet["DryRun"]):
    def unexpired(self) -> "DryRunQuerySet":
        """Those that may still be opened."""
        return self.filter(expires_at__gt=timezone.now())

    def expired(self) -> "DryRunQuerySet":
        """Those whose time is over."""
        return self.filter(expires_at__lte=timezone.now())


class DryRun(models.Model):
    """A chat context kept under an id for a while, with the source it was tried against; its answer is made anew.

    `context` is JSON text: a message may hold what not every database keeps in a column of its own.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    prompt = models.CharField(_("prompt"), max_length=128)
    source = models.CharField(_("source"), max_length=80)
    context = models.TextField(_("context"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="dry_runs", verbose_name=_("kept by")
    )
    created_at = models.DateTimeField(_("kept"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    objects = DryRunQuerySet.as_manager()

    class Meta:
        verbose_name = _("kept dry run")
        verbose_name_plural = _("kept dry runs")
        ordering = ["-created_at"]
        permissions = [("run", _("Can run dry runs"))]

    def __str__(self) -> str:
        return str(self.id)


class Scenario(models.Model):
    """A chat context with what must be true of its answer; `prompt` is the one that the context names."""

    name = models.CharField(_("name"), max_length=128, unique=True)
    prompt = models.CharField(_("prompt"), max_length=128, editable=False, db_index=True)
    context = JSONText(_("context"), default=empty_object)
    expectations = JSONText(_("expected"), default=empty_object, editable=False)
    tags = JSONText(_("tags"), default=empty_list, blank=True)
    owner = models.CharField(_("owner"), max_length=500, blank=True)
    note = models.TextField(pgettext_lazy("of a scenario", "note"), blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last changed"), auto_now=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("last changed by"),
    )

    class Meta:
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def members(self) -> dict[str, Any]:
        """The scenario as it stands in a document."""
        own = {"name": self.name, "context": self.context, "expect": self.expectations}
        return {**own, "tags": self.tags, "owner": self.owner, "note": self.note}
