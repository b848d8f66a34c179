"""A stable share of all values of a field."""

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..document.rule_specs import RolloutSpec
from ..faults import gettext_noop
from ..paths import at
from ..rule import Evidence, Rule, Verdict, shown_verdict
from ..texts import is_blank
from . import reasons
from .compiling import Compiling
from .field_rule import FieldRule, known_reader
from .sameness import kind_of
from .showing import shortened

if TYPE_CHECKING:
    from ..judging import Judging

_PARTS: Final = 1000  # three decimals of a per cent
_BUCKETS: Final = 2**64


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rollout(FieldRule):
    """True when the hash of salt and value falls below the share; unknown for anything but text and whole numbers."""

    kind: ClassVar[str] = "rollout"
    cost: ClassVar[int] = 3
    salt: str
    thousandths: int

    def holds(self, value: Any, judging: "Judging") -> Verdict:
        text = _rollout_text(value)
        return None if text is None else _bucket(self.salt, text) * 100 * _PARTS < self.thousandths * _BUCKETS

    def evidence(self, value: Any, verdict: Verdict, judging: "Judging") -> Evidence:
        text = _rollout_text(value)
        if text is None:
            return Evidence("unknown", reasons.TYPE_MISMATCH, shortened(value), self.expected)
        reason = reasons.IN_ROLLOUT if verdict else reasons.NOT_IN_ROLLOUT
        place = _bucket(self.salt, text) * 100 * _PARTS // _BUCKETS / _PARTS
        return Evidence(shown_verdict(verdict), reason, place, self.expected)


def compile_rollout(spec: RolloutSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The rollout as a rule, or None when a fault was noted."""
    noted = len(compiling.faults)
    reader = known_reader(spec.by, at(path, "by"), compiling)
    thousandths = _thousandths(spec.percent, at(path, "percent"), compiling)
    if is_blank(spec.salt):
        compiling.fault(
            "blank_salt",
            at(path, "salt"),
            spec.salt,
            gettext_noop("Without a salt all rollouts would choose the same values"),
            gettext_noop("Give this rollout a text of its own, and keep it."),
        )
    if reader is None or len(compiling.faults) > noted:
        return None
    return Rollout(
        id=node_id,
        keys=None if thousandths else frozenset(),
        field=spec.by,
        read=reader,
        expected=spec.percent,
        salt=spec.salt,
        thousandths=thousandths,
    )


def _thousandths(percent: float, path: str, compiling: Compiling) -> int:
    if not 0 <= percent <= 100:
        template = gettext_noop("A share lies between 0 and 100 per cent")
        compiling.fault("percent_out_of_range", path, percent, template, gettext_noop("Give a number from 0 to 100."))
        return 0
    thousandths = round(percent * _PARTS)
    if percent != thousandths / _PARTS:
        template = gettext_noop("A share has at most three decimals")
        compiling.fault("percent_too_fine", path, percent, template, gettext_noop("Round it to three decimals."))
    return thousandths


def _rollout_text(value: Any) -> str | None:
    """The value's text; a whole number has one text however it is written, as 1 equals 1.0."""
    kind = kind_of(value)
    if kind == "text":
        return str(value)
    if kind != "number" or value != value or value % 1:
        return None
    return str(int(value))


def _bucket(salt: str, text: str) -> int:
    digest = sha256(f"{salt}\0{text}".encode(errors="surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")
