"""Clearing: records whose time is over go."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from .models import ToolCall


def clear_old() -> int:
    """Deletes records of calls after TOOL_CALL_DAYS, and returns how many."""
    gone, _each = ToolCall.objects.filter(at__lt=timezone.now() - timedelta(days=settings.TOOL_CALL_DAYS)).delete()
    return gone
