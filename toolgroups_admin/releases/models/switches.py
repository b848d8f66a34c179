"""What is switched off in an environment at once, without a publish."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import Kind

from .environments import Environment


class Switch(models.Model):
    """A group or tool that was switched off in an environment, by whom and why, until it was lifted. Kept as history."""

    SWITCHED = (Kind.GROUP, Kind.TOOL)

    environment = models.ForeignKey(Environment, models.PROTECT, related_name="switches", verbose_name=_("environment"))
    kind = models.CharField(_("kind"), max_length=10, choices=[(kind.value, kind.label) for kind in SWITCHED])
    identity = models.CharField(_("identity"), max_length=128)
    reason = models.TextField(_("reason"), max_length=2000)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="switched_off",
        verbose_name=_("switched off by"),
    )
    at = models.DateTimeField(_("switched off at"), auto_now_add=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="switches_lifted",
        verbose_name=_("lifted by"),
    )
    lifted_at = models.DateTimeField(_("lifted at"), null=True)
    lifted_why = models.TextField(_("reason for lifting"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("switch")
        verbose_name_plural = _("switches")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["environment", "kind", "identity"],
                condition=models.Q(lifted_at=None),
                name="switched_off_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.environment}: {self.get_kind_display()} “{self.identity}”"

    @property
    def target(self) -> str:
        """How compiled catalogs name what is off: `group:NAME` or `tool:KEY`."""
        return f"{self.kind}:{self.identity}"
