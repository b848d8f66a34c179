"""References to shared rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from ..document.rule_specs import SharedSpec
from ..faults import gettext_noop
from ..paths import at
from ..rule import AccessKey, Rule, ShownVerdict, Verdict
from . import reasons
from .combinators import Compound, weight_over
from .compiling import Compiling
from .searching import UNJUDGED

if TYPE_CHECKING:
    from ..judging import Judging

_MOST_NAMES = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shared(Compound):
    """True when the shared rule is; a shared rule is judged once a request, however many nodes name it."""

    kind: ClassVar[str] = "rule"
    name: str

    @classmethod
    def of(cls, node_id: str, name: str, target: Rule) -> Self:
        """A reference to the shared rule of that name."""
        return cls(id=node_id, rules=(target,), weight=weight_over((target,)), name=name)

    def judge(self, judging: "Judging") -> Verdict:
        target = self.rules[0]
        known = judging.remembered.get(id(target), UNJUDGED)
        if known is not UNJUDGED:
            verdict: Verdict = known
            return verdict
        verdict = judging.remembered[id(target)] = target.judge(judging)
        return verdict

    def conclude(self, verdicts: Sequence[ShownVerdict]) -> tuple[ShownVerdict, str]:
        [verdict] = verdicts
        return verdict, reasons.SHARED_RULE

    def access_keys(self, popularity: Mapping[AccessKey, int]) -> frozenset[AccessKey] | None:
        return self.rules[0].access_keys(popularity)


def compile_shared(spec: SharedSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The reference as a rule; None when there is no such shared rule (a fault), or when that one has faults itself."""
    target = compiling.shared.get(spec.name)
    if target is not None:
        return Shared.of(node_id, spec.name, target)
    if spec.name not in compiling.declared:
        names = sorted(compiling.declared)
        compiling.fault(
            "unknown_rule",
            at(path, "name"),
            spec.name,
            gettext_noop("There is no shared rule of this name"),
            gettext_noop("Add it to the document's rules, or name one of: {names}."),
            names=", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "") or "–",
        )
    return None
