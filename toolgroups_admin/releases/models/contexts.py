"""Tool contexts: what the tools of a prompt are told in an environment, and the model never sees."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .environments import Environment
from .sealed import SealedValues


class ToolContext(models.Model):
    """The values that a prompt's tools get in one environment unless the request says otherwise. Never exported."""

    environment = models.ForeignKey(
        Environment, models.CASCADE, related_name="tool_contexts", verbose_name=_("environment")
    )
    prompt = models.CharField(_("prompt"), max_length=128, help_text=_("The name of the prompt. Fixed once made."))
    values = SealedValues(_("values"))

    class Meta:
        verbose_name = _("tool context")
        verbose_name_plural = _("tool contexts")
        ordering = ["environment", "prompt"]
        constraints = [models.UniqueConstraint(fields=["environment", "prompt"], name="context_once_in_environment")]

    def __str__(self) -> str:
        return f"{self.environment}: {self.prompt}"
