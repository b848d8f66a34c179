"""States of objects, and who changed what, when and why."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The kinds of objects in a document."""

    TOOL = "tool", _("Tool")
    RULE = "rule", _("Shared rule")
    GROUP = "group", _("Tool group")
    PROMPT = "prompt", _("Prompt")


class Fragment(models.Model):
    """The canonical JSON text of one object, stored once under the SHA-256 of its bytes.

    Whose state it is says the one that points here: a group and a prompt of one name that have nothing else
    are the same text, hence the same fragment.
    """

    digest = models.CharField(_("digest"), max_length=64, primary_key=True)
    text = models.TextField(_("text"))

    class Meta:
        verbose_name = _("state")
        verbose_name_plural = _("states")

    def __str__(self) -> str:
        return self.digest


class Change(models.Model):
    """One change of one object: the states before and after, who, when and why. Never edited afterwards."""

    class Action(models.TextChoices):
        """By what a change came about."""

        EDIT = "edit", _("edited")
        IMPORT = "import", _("imported")
        REVERT = "revert", _("reverted")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    identity = models.CharField(_("identity"), max_length=128)
    before = models.ForeignKey(Fragment, models.PROTECT, null=True, related_name="+", verbose_name=_("before"))
    after = models.ForeignKey(Fragment, models.PROTECT, null=True, related_name="+", verbose_name=_("after"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="changes", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    why = models.TextField(_("reason"), blank=True)
    action = models.CharField(_("action"), max_length=10, choices=Action.choices, default=Action.EDIT)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("history")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["kind", "identity", "-id"], name="change_of_object"),
            models.Index(fields=["-at"], name="change_at"),
        ]
        constraints = [
            models.CheckConstraint(
                name="change_changes_something",
                condition=~models.Q(before=models.F("after"))
                & (models.Q(before__isnull=False) | models.Q(after__isnull=False)),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.identity}: {self.outcome.label}"

    class Outcome(models.TextChoices):
        """What a change did to its object."""

        CREATED = "created", _("created")
        CHANGED = "changed", _("changed")
        DELETED = "deleted", _("deleted")

    @property
    def outcome(self) -> "Change.Outcome":
        """Created, changed or deleted, as the two states say."""
        if self.before_id is None:
            return self.Outcome.CREATED
        return self.Outcome.DELETED if self.after_id is None else self.Outcome.CHANGED
