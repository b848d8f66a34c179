"""Records of what happened."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.releases.models import APIKey


class ToolCall(models.Model):
    """One call of a tool: what was called, for whom, when, and what came of it. Holds no argument and no answer.

    `key` is empty for a call that a person made from the tool's page; `tool` for one of a tool that was not offered.
    """

    class Outcome(models.TextChoices):
        """What came of a call; the values are those of `execution`."""

        OK = "ok", _("answered")
        PENDING = "pending", _("left to the caller")
        APPROVAL_REQUIRED = "approval_required", _("waits for approval")
        UNKNOWN_TOOL = "unknown_tool", _("not offered")
        BAD_ARGUMENTS = "bad_arguments", _("arguments did not fit")
        REFUSED = "refused", _("refused")
        TOOL_FAILED = "tool_failed", _("tool failed")
        TIMED_OUT = "timed_out", _("timed out")
        CONNECTION_FAILED = "connection_failed", _("connection failed")
        LIMIT_REACHED = "limit_reached", _("too many calls")
        CANCELLED = "cancelled", _("cancelled")

    class Executor(models.TextChoices):
        """What ran it."""

        CLIENT = "client", _("the caller")
        PYTHON = "python", "Python"
        HTTP = "http", "HTTP"
        MCP = "mcp", "MCP"

    at = models.DateTimeField(_("at"), db_index=True)
    environment = models.CharField(_("environment"), max_length=40)
    release = models.PositiveIntegerField(_("release"), null=True)
    decision = models.CharField(_("decision"), max_length=36, blank=True, db_index=True)
    prompt = models.CharField(_("prompt"), max_length=128, blank=True)
    tool = models.CharField(_("tool"), max_length=128, blank=True)
    executor = models.CharField(_("run by"), max_length=10, choices=Executor.choices, blank=True)
    key = models.ForeignKey(APIKey, models.SET_NULL, null=True, related_name="+", verbose_name=_("API key"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome.choices)
    milliseconds = models.PositiveIntegerField(_("milliseconds"))
    argument_bytes = models.PositiveIntegerField(_("size of the arguments"))
    answer_bytes = models.PositiveIntegerField(_("size of the answer"))

    class Meta:
        verbose_name = _("tool call")
        verbose_name_plural = _("tool calls")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("try_tool", _("Can try a tool"))]

    def __str__(self) -> str:
        return f"{self.tool or '–'} · {self.at:%Y-%m-%d %H:%M:%S}"


class SpentApproval(models.Model):
    """An approval that was used: nobody uses it again."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest
