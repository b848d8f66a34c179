"""What others are told of: events of an environment, and each delivery with its attempts."""

from typing import Literal

from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import JSONText

from .environments import Environment
from .listeners import Event, MailRecipient, Webhook


class Notice(models.Model):
    """One event as it is told to everybody who wants it. `identity` is what receivers know it by, and keeps it from
    being told twice."""

    identity = models.CharField(_("identity"), max_length=100, unique=True)
    environment = models.ForeignKey(Environment, models.CASCADE, related_name="notices", verbose_name=_("environment"))
    event = models.CharField(_("event"), max_length=20, choices=Event.choices)
    facts = JSONText(_("facts"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.environment}: {self.get_event_display()}"


class Delivery(models.Model):
    """A notice on its way to one webhook or mailbox; the row owns what is not delivered yet, no queue does."""

    class State(models.TextChoices):
        """Where it stands."""

        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries", verbose_name=_("notice"))
    webhook = models.ForeignKey(
        Webhook, models.CASCADE, null=True, related_name="deliveries", verbose_name=_("webhook")
    )
    recipient = models.ForeignKey(
        MailRecipient, models.CASCADE, null=True, related_name="deliveries", verbose_name=_("mail recipient")
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    attempts_made = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("next attempt"), null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-id"]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="delivery_due")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(webhook=None, recipient__isnull=False)
                | models.Q(webhook__isnull=False, recipient=None),
                name="delivery_to_one",
            )
        ]

    def __str__(self) -> str:
        return f"{self.notice} → {self.target}"

    @property
    def target(self) -> Webhook | MailRecipient:
        """Where it goes."""
        found = self.webhook or self.recipient
        assert found is not None
        return found


class Attempt(models.Model):
    """One try at a delivery: when, and what came of it; never a word of what was sent or answered."""

    class Problem(models.TextChoices):
        """Why it failed."""

        STATUS = "status", _("The answer had another status than 2xx.")
        REFUSED = "refused", _("The address is private or cannot be resolved. Its environment can allow it.")
        UNREACHABLE = "unreachable", _("No connection, or it broke off.")
        TIMED_OUT = "timed_out", _("No answer in time.")
        UNREADABLE = "unreadable", _("The secret cannot be decrypted. Make a new one on the page of the webhook.")
        SWITCHED_OFF = "switched_off", _("It was switched off meanwhile.")
        NO_MAIL_SERVER = "no_mail_server", _("No mail server is known. Set EMAIL_URL.")
        MAIL = "mail", _("The mail server did not take it.")
        UNEXPECTED = "unexpected", _("Something unexpected; the log of the worker says more.")

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="attempts", verbose_name=_("delivery"))
    number = models.PositiveSmallIntegerField(_("number"))
    at = models.DateTimeField(_("at"), auto_now_add=True)
    status = models.PositiveSmallIntegerField(_("status"), null=True)
    problem = models.CharField(_("problem"), max_length=20, choices=Problem.choices, blank=True)
    milliseconds = models.PositiveIntegerField(_("milliseconds"))

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["delivery", "number"]

    def __str__(self) -> str:
        return f"{self.delivery} ({self.number})"

    @property
    def outcome(self) -> Literal["delivered", "failed"]:
        """Whether it arrived."""
        return "failed" if self.problem else "delivered"
