"""Choosing a row by search."""

<<<<<<< HEAD
=======
from collections.abc import Sequence
>>>>>>> catalog
from typing import Any

from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models


class ChooseBySearch(AutocompleteSelect):
    """Searches as Django's does; shows what is chosen from the row at hand instead of asking for each entry."""

    chosen: models.Model | None = None

<<<<<<< HEAD
    def optgroups(self, name: str, value: list[str], attr: dict[str, Any] | None = None) -> Any:
        if self.chosen is None or value != [str(self.chosen.pk)]:
            return super().optgroups(name, value, attr)
        option = self.create_option(name, self.chosen.pk, str(self.chosen), set(value), 0)
=======
    def optgroups(self, name: str, value: Sequence[str], attr: dict[str, Any] | None = None) -> Any:
        if self.chosen is None or list(value) != [str(self.chosen.pk)]:
            return super().optgroups(name, value, attr)
        option = self.create_option(name, self.chosen.pk, str(self.chosen), selected=True, index=0)
>>>>>>> catalog
        return [(None, [option], 0)]
