"""Who is told what happens in an environment: programs by webhooks, people by mail."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from toolgroups_admin.catalog.models import JSONText

from .environments import Environment
from .sealed import Sealed


class Event(models.TextChoices):
    """What can be told."""

    PUBLISH = "publish", _("published")
    PROMOTE = "promote", _("promoted")
    ROLL_BACK = "roll_back", _("rolled back")
    SWITCH_OFF = "switch_off", pgettext_lazy("switch", "switched off")
    LIFT = "lift", _("switched on again")
    COMPILE_FAULT = "compile_fault", _("does not compile")
    TEST = "test", _("test")


CHOSEN = tuple(event for event in Event if event is not Event.TEST)


def all_events() -> list[str]:
    """What is told to whom nobody chose anything for."""
    return [event.value for event in CHOSEN]


class Listener(models.Model):
    """What webhooks and mail recipients have in common."""

    events = JSONText(_("events"), default=all_events)
    enabled = models.BooleanField(_("enabled"), default=True)

    class Meta:
        abstract = True


class Webhook(Listener):
    """An address to which events are posted, signed with a secret that both sides know."""

    environment = models.ForeignKey(Environment, models.CASCADE, related_name="webhooks", verbose_name=_("environment"))
    url = models.CharField(_("address"), max_length=2000)
    secret = Sealed(_("secret"))

    token: str | None = None  # on one whose secret was made a moment ago, for the page that shows it; never kept

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["environment", "url"]

    def __str__(self) -> str:
        return self.url


class MailRecipient(Listener):
    """A mailbox to which events are told in words."""

    environment = models.ForeignKey(
        Environment, models.CASCADE, related_name="mail_recipients", verbose_name=_("environment")
    )
    address = models.EmailField(_("mail address"))
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGES[0][0]
    )

    class Meta:
        verbose_name = _("mail recipient")
        verbose_name_plural = _("mail recipients")
        ordering = ["environment", "address"]
        constraints = [
            models.UniqueConstraint(fields=["environment", "address"], name="mail_recipient_once_in_environment")
        ]

    def __str__(self) -> str:
        return self.address
