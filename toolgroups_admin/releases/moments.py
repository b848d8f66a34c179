"""Moments for people: in the time zone of the server, with its offset."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

MOST_YEARS = 100
FARTHEST = timedelta(days=366 * MOST_YEARS)


def with_offset(moment: datetime) -> str:
    """A moment as the language of the page writes it, with how far its clock is from UTC."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DATETIME_FORMAT')} (UTC{local.isoformat()[-6:]})"


def refuse_too_far(moment: datetime) -> None:
    """Raises for a moment like the year 9999, past whose end other time zones and later sums would fall."""
    if moment > timezone.now() + FARTHEST:
        words = _("This is more than %(years)d years away. Choose an earlier time, or none.")
        raise ValidationError(words, code="too_far", params={"years": MOST_YEARS})


def refuse_no_end(moment: datetime | None) -> None:
    """Raises `ValidationError` for an end that is over already or absurdly far; none is no end at all."""
    if moment is None:
        return
    if moment <= timezone.now():
        raise ValidationError(_("This time is over. Choose a later one, or none."), code="past")
    refuse_too_far(moment)
