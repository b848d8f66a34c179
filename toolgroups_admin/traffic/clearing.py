"""Clearing: records whose time is over go."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from .models import SpentApproval, ToolCall


def clear_old() -> int:
    """Deletes records of calls after TOOL_CALL_DAYS, and approvals whose time is over anyway; returns how many calls."""
    SpentApproval.objects.filter(at__lt=timezone.now() - timedelta(days=1)).delete()
    gone, _each = ToolCall.objects.filter(at__lt=timezone.now() - timedelta(days=settings.TOOL_CALL_DAYS)).delete()
    return gone
