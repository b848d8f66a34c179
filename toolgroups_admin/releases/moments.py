"""Moments for people: in the time zone of the server, with its offset."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format


def with_offset(moment: datetime) -> str:
    """A moment as the language of the page writes it, with how far its clock is from UTC."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DATETIME_FORMAT')} (UTC{local.isoformat()[-6:]})"
