"""Model providers: where the gateway asks for the models of an environment."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import Sealed


class ModelProvider(models.Model):
    """A service that speaks OpenAI's chat completions, with the models that chats of one environment may name."""

    environment = models.ForeignKey(
        Environment, models.CASCADE, related_name="model_providers", verbose_name=_("environment")
    )
    name = models.CharField(
        _("name"),
        max_length=64,
        validators=[
            RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z", _("Letters, digits, dots, dashes, underscores."))
        ],
        help_text=_("A chat may write it before a model's name: name/model. Fixed once made."),
    )
    url = models.CharField(
        _("address"),
        max_length=2000,
        help_text=_("As its manual says, most often ending in /v1; the name of the endpoint is added."),
    )
    key = Sealed(_("API key"))
    model_list = models.TextField(_("models"), help_text=_("One name a line, as the provider knows them."))
    enabled = models.BooleanField(_("enabled"), default=True, help_text=_("Only enabled providers are asked."))

    class Meta:
        verbose_name = _("model provider")
        verbose_name_plural = _("model providers")
        ordering = ["environment", "name"]
        constraints = [models.UniqueConstraint(fields=["environment", "name"], name="provider_once_in_environment")]

    def __str__(self) -> str:
        return f"{self.environment}: {self.name}"

    @property
    def model_names(self) -> tuple[str, ...]:
        """The names of its models, each once."""
        return tuple(dict.fromkeys(name.strip() for name in self.model_list.splitlines() if name.strip()))
