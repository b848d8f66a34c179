"""What was live where, since when, and by whom."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .environments import Environment
from .releases import Release


class Publication(models.Model):
    """One change of what an environment points at. Never edited afterwards."""

    class Action(models.TextChoices):
        """By what the environment came to point at the release."""

        PUBLISH = "publish", _("published")
        ROLL_BACK = "roll_back", _("rolled back")
        PROMOTE = "promote", _("promoted")

    environment = models.ForeignKey(
        Environment, models.PROTECT, related_name="publications", verbose_name=_("environment")
    )
    release = models.ForeignKey(Release, models.PROTECT, related_name="publications", verbose_name=_("release"))
    previous = models.ForeignKey(Release, models.PROTECT, null=True, related_name="+", verbose_name=_("release before"))
    action = models.CharField(_("action"), max_length=10, choices=Action.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="publications", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    comment = models.TextField(_("comment"), blank=True)

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.environment}: {self.previous or '–'} → {self.release}"
