"""What was changed in the settings of environments, by whom and when."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import JSONText

from .environments import Environment


class EnvironmentChange(models.Model):
    """One change of an environment's settings: those that differ, before and after. Never edited afterwards."""

    environment = models.ForeignKey(Environment, models.CASCADE, related_name="changes", verbose_name=_("environment"))
    before = JSONText(_("before"))
    after = JSONText(_("after"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="environment_changes", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("change of an environment")
        verbose_name_plural = _("changes of environments")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.environment}: {', '.join(self.after)}"
