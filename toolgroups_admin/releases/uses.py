"""When keys were last used: noted in memory, written now and then, never with a request."""

from datetime import datetime

from django.db import Error as DatabaseError
from django.db.models import Q

from .models import APIKey


class Uses:
    """The last use of each key in this process since the last write."""

    def __init__(self) -> None:
        self._moments: dict[int, datetime] = {}

    def note(self, key: int, moment: datetime) -> None:
        """Remembers a use; costs a request one assignment."""
        self._moments[key] = moment

    def write(self) -> None:
        """Writes what was noted, one short statement a key; what cannot be written is noted again."""
        moments, self._moments = self._moments, {}
        try:
            for key, moment in moments.items():
                earlier = Q(last_used_at=None) | Q(last_used_at__lt=moment)
                APIKey.objects.filter(earlier, pk=key).update(last_used_at=moment)
        except DatabaseError:
            self._moments = moments | self._moments
            raise
