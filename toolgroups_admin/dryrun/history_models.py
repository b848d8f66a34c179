"""What happened to scenarios, and what was erased."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.catalog.models import Change, JSONText


class ScenarioChange(models.Model):
    """One change of one scenario: its members before and after, who and when. Never edited afterwards, but erased.

    `scenario` is the key that the scenario has, or had before it was deleted; nothing else ever gets it.
    """

    scenario = models.BigIntegerField(_("scenario"), db_index=True, editable=False)
    name = models.CharField(_("name"), max_length=128)
    before = JSONText(_("before"), null=True)
    after = JSONText(_("after"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("change of a scenario")
        verbose_name_plural = _("changes of scenarios")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome.label}"

    @property
    def outcome(self) -> Change.Outcome:
        """Created, changed or deleted, as the two states say."""
        if self.before is None:
            return Change.Outcome.CREATED
        return Change.Outcome.DELETED if self.after is None else Change.Outcome.CHANGED


class Erasure(models.Model):
    """That somebody had everything of an account erased: who, when and how much, and nothing of whose it was."""

    at = models.DateTimeField(_("at"), auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    dry_runs = models.PositiveIntegerField(_("kept dry runs"), default=0)
    scenarios = models.PositiveIntegerField(_("scenarios"), default=0)
    scenario_changes = models.PositiveIntegerField(_("changes of scenarios"), default=0)
    batch_lines = models.PositiveIntegerField(_("lines of batches"), default=0)

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.pk)
