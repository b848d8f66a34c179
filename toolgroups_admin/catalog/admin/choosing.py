"""Choosing a row by search."""

from collections.abc import Sequence
from typing import Any

from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models


class ChooseBySearch(AutocompleteSelect):
    """Searches as Django's does; shows what is chosen from the row at hand instead of asking for each entry."""

    chosen: models.Model | None = None

    def optgroups(self, name: str, value: Sequence[str], attr: dict[str, Any] | None = None) -> Any:
        if self.chosen is None or list(value) != [str(self.chosen.pk)]:
            return super().optgroups(name, value, attr)
        option = self.create_option(name, self.chosen.pk, str(self.chosen), selected=True, index=0)
        return [(None, [option], 0)]
