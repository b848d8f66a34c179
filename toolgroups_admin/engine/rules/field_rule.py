"""Leaves that judge one field of the context."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..faults import gettext_noop
from ..rule import Evidence, Verdict
from . import reasons
from .compiling import Compiling
from .fields import Reader, field_names, is_unnamed, reader_of
from .keyed import KeyedRule

if TYPE_CHECKING:
    from ..judging import Judging


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FieldRule(KeyedRule):
    """A leaf on one field: false when the field is missing, unknown when its value cannot be read or taken."""

    field: str
    read: Reader
    expected: Any = None

    @abstractmethod
    def holds(self, value: Any, judging: "Judging") -> Verdict:
        """The verdict for a value that is there; None when its type cannot be taken."""

    @abstractmethod
    def evidence(self, value: Any, verdict: Verdict, judging: "Judging") -> Evidence:
        """The evidence for a verdict that `holds` gave."""

    def judge(self, judging: "Judging") -> Verdict:
        try:
            value = self.read(judging)
            return False if value is None else self.holds(value, judging)
        except Exception:  # noqa: BLE001 - an object that an interceptor put there may run code of its own
            return None

    def explain(self, judging: "Judging") -> Evidence:
        try:
            value = self.read(judging)
            if value is None:
                return Evidence("false", reasons.FIELD_MISSING, None, self.expected)
            return self.evidence(value, self.holds(value, judging), judging)
        except Exception:  # noqa: BLE001 - an object that an interceptor put there may run code of its own
            return Evidence("unknown", reasons.FIELD_UNREADABLE, None, self.expected)


def known_reader(field: str, path: str, compiling: Compiling) -> Reader | None:
    """What reads the field, or None when an unknown field was noted as a fault at `path`."""
    reader = reader_of(field)
    if is_unnamed(field):
        compiling.fault(
            "unknown_field",
            path,
            field,
            gettext_noop("No name follows “{field}”"),
            gettext_noop("Write the name after the dot."),
            field=field,
        )
    elif reader is None:
        compiling.fault(
            "unknown_field",
            path,
            field,
            gettext_noop("There is no such field"),
            gettext_noop("Use one of: {fields}."),
            fields=", ".join(field_names()),
        )
    return reader
