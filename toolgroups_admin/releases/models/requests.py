"""Requests to publish or promote: what waits for a second person, or for its time."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import Fragment, Kind

from .environments import Environment
from .publications import Publication
from .releases import Release


class PublishRequest(models.Model):
    """A candidate for an environment, frozen when it was asked for: its changes, or a release that is promoted.

    `base` is the number of the release that was live then, 0 for none, and `digest` that of the candidate on top of it:
    what is approved is this digest. It is kept as history when it is closed.
    """

    class State(models.TextChoices):
        """Whether it can still go live."""

        OPEN = "open", _("open")
        PUBLISHED = "published", _("published")
        CANCELLED = "cancelled", _("cancelled")

    class Failure(models.TextChoices):
        """Why it did not go live when it should have."""

        STALE = "stale", _("Another release went live since this was asked for.")
        NOTHING = "nothing", _("What is live holds all of this already.")
        FAULTS = "faults", _("It does not compile any more.")
        LINT = "lint", _("Lint finds errors.")
        OBJECTED = "objected", _("The environment refuses it: scenarios fail, or what it needs is missing.")
        PERSON = "person", _("Who asked for it or approved it may not publish any more.")
        FAULT = "fault", _("The server failed; its log says more.")

    environment = models.ForeignKey(Environment, models.PROTECT, related_name="requests", verbose_name=_("environment"))
    release = models.ForeignKey(
        Release, models.PROTECT, null=True, related_name="requests", verbose_name=_("release to promote")
    )
    base = models.PositiveIntegerField(_("made for release"))
    digest = models.CharField(_("digest"), max_length=64)
    comment = models.TextField(_("comment"), blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="publish_requests", verbose_name=_("asked by")
    )
    at = models.DateTimeField(_("asked at"), auto_now_add=True)
    needs_approval = models.BooleanField(_("needs approval"), default=False)
    not_before = models.DateTimeField(_("not before"), null=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="approved_requests",
        verbose_name=_("approved by"),
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    failure = models.CharField(_("failure"), max_length=10, choices=Failure.choices, blank=True)
    publication = models.OneToOneField(
        Publication, models.PROTECT, null=True, related_name="request", verbose_name=_("publication")
    )

    class Meta:
        verbose_name = _("request to publish")
        verbose_name_plural = _("requests to publish")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(approved_by=models.F("by")), name="nobody_approves_what_they_asked_for"
            )
        ]
        indexes = [models.Index(fields=["environment"], condition=models.Q(state="open"), name="open_requests")]

    def __str__(self) -> str:
        return f"{self.environment} · {self.pk}"


class RequestedChange(models.Model):
    """One object of a request with its new state; without one it goes."""

    request = models.ForeignKey(PublishRequest, models.CASCADE, related_name="changes")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    identity = models.CharField(_("identity"), max_length=128)
    fragment = models.ForeignKey(
        Fragment, models.PROTECT, null=True, db_column="digest", related_name="+", verbose_name=_("state")
    )

    class Meta:
        verbose_name = _("requested change")
        verbose_name_plural = _("requested changes")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["request", "kind", "identity"], name="object_once_in_request"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.identity}"


class RequestStep(models.Model):
    """What somebody, or the clock, did with a request. Never edited afterwards."""

    class Deed(models.TextChoices):
        """What was done."""

        ASKED = "asked", _("asked")
        APPROVED = "approved", _("approved")
        REBUILT = "rebuilt", _("rebuilt")
        PUBLISHED = "published", _("published")
        FAILED = "failed", _("did not go live")
        CANCELLED = "cancelled", _("cancelled")

    request = models.ForeignKey(PublishRequest, models.CASCADE, related_name="steps")
    deed = models.CharField(_("action"), max_length=10, choices=Deed.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="request_steps", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    comment = models.TextField(_("comment"), blank=True)
    digest = models.CharField(_("digest"), max_length=64)
    failure = models.CharField(_("failure"), max_length=10, choices=PublishRequest.Failure.choices, blank=True)

    class Meta:
        verbose_name = _("step of a request")
        verbose_name_plural = _("steps of requests")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.request}: {self.get_deed_display()}"
