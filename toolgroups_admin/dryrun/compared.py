"""The answer of a second source beside that of the first."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .choosing import source_label
from .differing import Difference, difference
from .sources import DoesNotCompile, UnknownSource, compiled
from .trying import Refused, Trial, tried
from .typed import Typed


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs from the other source, or what stands in the way."""

    here: str
    there: str
    difference: Difference | None = None
    obstacle: str = ""


def compared(trial: Trial, typed: Typed) -> Compared | None:
    """The answer held against what another source makes of the same context; None when none is chosen."""
    if not typed.against:
        return None
    here, there = source_label(typed.source), source_label(typed.against)
    try:
        other = tried(trial.context, compiled(typed.against), typed)
    except UnknownSource:
        words = _("There is no such source, or nothing is published there. Choose another.")
        return Compared(here, there, obstacle=words)
    except DoesNotCompile as broken:
        words = _("It does not compile: {fault}").format(fault=broken.faults[0].path)
        return Compared(here, there, obstacle=words)
    except Refused as refused:
        return Compared(here, there, obstacle=" ".join(fault.words for fault in refused.faults))
    return Compared(here, there, difference(trial, other))
