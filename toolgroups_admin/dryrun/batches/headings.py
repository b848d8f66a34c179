"""What the columns of a batch are called: as in its file, or, where we name them, in the language of who looks."""

from django.utils.translation import gettext as _

from ..batch_models import Batch
from .sniffing import JSON_LINES

SCENARIOS = "scenarios"
CONTEXT, SCENARIO = "context", "scenario"  # as they are stored and downloaded


def headings(batch: Batch) -> list[str]:
    """The name of each column as pages show it."""
    columns = list(batch.columns or ())
    if (batch.found or {}).get("kind") not in (JSON_LINES, SCENARIOS):
        return columns
    ours = {CONTEXT: _("context"), SCENARIO: _("scenario")}
    return [ours.get(column, column) for column in columns]
