"""The rule that is always true."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from ..document.rule_specs import AlwaysSpec
from ..rule import Evidence, Rule
from . import reasons
from .compiling import Compiling

if TYPE_CHECKING:
    from ..judging import Judging


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Always(Rule):
    """True for every request."""

    kind: ClassVar[str] = "always"
    cost: ClassVar[int] = 0

    def judge(self, judging: "Judging") -> Literal[True]:
        return True

    def explain(self, judging: "Judging") -> Evidence:
        return Evidence("true", reasons.ALWAYS)


def compile_always(spec: AlwaysSpec, path: str, node_id: str, compiling: Compiling) -> Rule:
    """A rule that is always true."""
    return Always(id=node_id)
