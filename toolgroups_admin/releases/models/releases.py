"""Releases: frozen documents."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import Fragment, Kind


class ReleaseQuerySet(models.QuerySet["Release"]):
    """Releases as a set."""

    def whole(self) -> Self:
        """Those whose objects are still there."""
        return self.filter(cleared_at=None)


class Release(models.Model):
    """A document as it was published: an ordered list of fragments under a number and a digest. Never changed.

    When it has not been live for long it is cleared: its objects go, and it stays as an entry of history.
    """

    number = models.PositiveIntegerField(_("number"), unique=True)
    format = models.PositiveSmallIntegerField(_("document format"))
    digest = models.CharField(_("digest"), max_length=64)
    comment = models.TextField(_("comment"), blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="releases", verbose_name=_("author")
    )
    created_at = models.DateTimeField(_("published at"), auto_now_add=True)
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="children", verbose_name=_("made from release")
    )
    cleared_at = models.DateTimeField(_("cleared"), null=True, editable=False)

    objects = ReleaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("release")
        verbose_name_plural = _("releases")
        ordering = ["-number"]

    def __str__(self) -> str:
        return str(self.number)


class ReleaseFragment(models.Model):
    """One object of a release: what it is, its state, and its place in the document."""

    release = models.ForeignKey(Release, models.CASCADE, related_name="fragments", db_index=False)
    position = models.PositiveIntegerField(_("position"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    identity = models.CharField(_("identity"), max_length=128)
    fragment = models.ForeignKey(
        Fragment, models.PROTECT, db_column="digest", related_name="+", verbose_name=_("state")
    )

    class Meta:
        verbose_name = _("object of a release")
        verbose_name_plural = _("objects of a release")
        ordering = ["release", "position"]
        indexes = [models.Index(fields=["kind", "identity"], name="released_object")]
        constraints = [
            models.UniqueConstraint(fields=["release", "kind", "identity"], name="object_once_in_release"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.identity}"
