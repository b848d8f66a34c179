"""What a member of an object says, in words, where its JSON says less to a person."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .models import CatalogObject
from .summaries import summary


def words_of(model: type[CatalogObject], member: str, value: Any) -> str:
    """A rule as a sentence, yes or no, names in their order; empty where the value is best read as it is."""
    if member == model.rule_column:
        return _("none") if value is None and model.kind == "tool" else summary(value)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return pgettext("between values", ", ").join(value)
    return ""
