"""Environments: what programs ask."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from .releases import Release

USUAL_NAMES = (gettext_noop("development"), gettext_noop("staging"), gettext_noop("production"))


class Environment(models.Model):
    """A place where one release is live at a time, with its own keys."""

    class Gate(models.TextChoices):
        """What becomes of a publish when scenarios fail."""

        REFUSE = "refuse", _("refuse to publish")
        WARN = "warn", _("warn, and let people decide")
        OFF = "off", _("do not run them")

    name = models.CharField(
        _("name"),
        max_length=40,
        unique=True,
        validators=[
            RegexValidator(r"\A[a-z][a-z0-9-]*\Z", _("Lower-case letters, digits and hyphens, a letter first."))
        ],
        help_text=_("Stands in answers and keys. Fixed once made."),
    )
    title = models.CharField(_("title"), max_length=200, blank=True)
    order = models.PositiveSmallIntegerField(
        _("order"),
        default=0,
        help_text=_("The last one is where it counts: unpublished changes are counted against it."),
    )
    gate = models.CharField(
        _("when scenarios fail"),
        max_length=10,
        choices=Gate.choices,
        default=Gate.WARN,
        help_text=_("The scenarios of all prompts that a publish changes are run before it."),
    )
    allow_list = models.TextField(
        _("private addresses that may be called"),
        blank=True,
        help_text=_(
            "Calls to tools and webhooks never reach private, loopback or link-local addresses but for these: "
            "hosts, networks and ports, one a line, such as 10.1.0.0/16 or localhost:8080."
        ),
    )
    four_eyes = models.BooleanField(
        _("two people publish"),
        default=False,
        help_text=_(
            "Publishing or promoting is asked for first, and goes live when another publisher approves. Rolling back and "
            "switching off stay immediate."
        ),
    )
    release = models.ForeignKey(
        Release, models.PROTECT, null=True, editable=False, related_name="environments", verbose_name=_("live release")
    )

    class Meta:
        verbose_name = _("environment")
        verbose_name_plural = _("environments")
        ordering = ["order", "name"]
        permissions = [("publish", _("Can publish and roll back"))]

    def __str__(self) -> str:
        return self.title or (gettext(self.name) if self.name in USUAL_NAMES else self.name)
