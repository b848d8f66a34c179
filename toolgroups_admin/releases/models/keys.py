"""Keys of programs."""

from typing import Literal

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import JSONText

from .environments import Environment


class APIKey(models.Model):
    """What a program shows to be let in: only the SHA-256 of its token is kept, and its first characters to know it by.

    `version` counts the changes that every process has to learn of.
    """

    environment = models.ForeignKey(Environment, models.PROTECT, related_name="keys", verbose_name=_("environment"))
    name = models.CharField(_("name"), max_length=200, help_text=_("Which program uses it."))
    prefix = models.CharField(_("begins with"), max_length=80, editable=False)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    scopes = JSONText(_("scopes"))
    prompts = JSONText(
        _("prompts"), null=True, blank=True, help_text=_("The names of the prompts it may use; empty for all.")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="keys_made",
        verbose_name=_("created by"),
    )
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="keys_revoked",
        verbose_name=_("revoked by"),
    )
    replaces = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        editable=False,
        related_name="replaced_by",
        verbose_name=_("replaces"),
    )
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    token: str | None = None  # on a key that was made a moment ago, for the page that shows it; never kept

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> Literal["active", "expired", "revoked"]:
        """Whether the key opens anything now, and if not, why."""
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at is not None and self.expires_at <= timezone.now() else "active"

    @property
    def is_replaceable(self) -> bool:
        """Whether it can have a successor: it opens something now, and has none."""
        return self.state == "active" and not hasattr(self, "replaced_by")
