"""Batches: many contexts tried at once, cut into chunks that any worker may take."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from toolgroups_admin.catalog.models import JSONText
from toolgroups_admin.catalog.models.base import empty_list, empty_object

LONGEST_RECEIVING = timedelta(hours=1)


class BatchQuerySet(models.QuerySet["Batch"]):
    def received(self) -> "BatchQuerySet":
        """Those whose lines are all there: only these are shown."""
        return self.exclude(state=Batch.State.RECEIVING)

    def expired(self) -> "BatchQuerySet":
        """Those whose time is over, and those of which no line came any more for an hour."""
        now = timezone.now()
        stopped = models.Q(state=Batch.State.RECEIVING, created_at__lt=now - LONGEST_RECEIVING)
        return self.filter(models.Q(expires_at__lte=now) | stopped)


class Batch(models.Model):
    """A table of lines, what its columns mean, and what was made of it; the lines lie in its chunks.

    Whether it runs is `state`, which workers read before each chunk: setting it to cancelled is all that ends it.
    """

    class State(models.TextChoices):
        """How far it is."""

        RECEIVING = "receiving", _("coming in")
        READY = "ready", _("to be started")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.RECEIVING)
    found = JSONText(_("found"), default=empty_object)
    columns = JSONText(_("columns"), default=empty_list)
    mapping = JSONText(_("meaning of the columns"), default=empty_list)
    prompt = models.CharField(_("prompt"), max_length=128, blank=True)
    lines = models.PositiveIntegerField(_("lines"), default=0)
    totals = JSONText(_("totals"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="batches", verbose_name=_("by")
    )
    created_at = models.DateTimeField(pgettext_lazy("of a batch", "made"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    asked_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(_("ended"), null=True)
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def has_ended(self) -> bool:
        return self.state in (self.State.DONE, self.State.CANCELLED)


class BatchSource(models.Model):
    """What a batch is tried against, first or second, as it was when the batch was started."""

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="sources")
    place = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=80)
    release = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64)
    switched_off = JSONText(default=empty_list)
    document = models.BinaryField()

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["batch", "place"], name="batch_source_once")]

    def __str__(self) -> str:
        return self.source


class BatchChunk(models.Model):
    """Some lines of a batch in one packed text, who works on them until when, and their result.

    The result and `done_at` are written by one statement, so a line counts once whoever died over it.
    """

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    lines = models.PositiveIntegerField()
    rows: Any = models.BinaryField()
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    result: Any = models.BinaryField(null=True)
    totals = JSONText(null=True)
    errors = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["batch", "number"], name="batch_chunk_once")]
        indexes = [models.Index(fields=["batch", "done_at", "lease_until"], name="batch_chunk_open")]

    def __str__(self) -> str:
        return str(self.number)
