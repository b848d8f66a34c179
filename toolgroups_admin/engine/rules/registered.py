"""Matchers written in Python and registered under a name."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from ..document.rule_specs import PythonSpec
from ..faults import gettext_noop
from ..paths import at
from ..rule import Evidence, Rule, Verdict, shown_verdict
from . import reasons
from .compiling import Compiling, PythonMatcher
from .readonly import read_only, read_only_context
from .searching import UNJUDGED
from .showing import error_words, shortened

if TYPE_CHECKING:
    from ..judging import Judging

_Registered = TypeVar("_Registered", bound=PythonMatcher)
_registry: dict[str, PythonMatcher] = {}
_CONTEXT: Final = "read-only context"


def matcher(name: str) -> Callable[[_Registered], _Registered]:
    """Registers `f(context, **args) -> bool` for rules of kind `python`; a name is taken once (ValueError).

    The function gets the chat context with read-only views in place of objects and tuples in place of lists, and
    the rule's `args` alike. It is called at most once a node and request. Raising, or answering anything but True
    and False, makes the node unknown (contract 4). It must not read or write anything else (contract 5).
    """

    def register(function: _Registered) -> _Registered:
        if name in _registry:
            raise ValueError(f"the matcher {name!r} is registered twice: {_registry[name]!r} and {function!r}")
        _registry[name] = function
        return function

    return register


def registered_matchers() -> Mapping[str, PythonMatcher]:
    """All matchers registered so far, by name; a live view that cannot be written to."""
    return MappingProxyType(_registry)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PythonRule(Rule):
    """True when the matcher registered in code says True."""

    kind: ClassVar[str] = "python"
    cost: ClassVar[int] = 50
    name: str
    function: PythonMatcher
    args: Mapping[str, Any]

    def judge(self, judging: "Judging") -> Verdict:
        known = judging.remembered.get(id(self), UNJUDGED)
        if known is not UNJUDGED:
            verdict: Verdict = known
            return verdict
        verdict = judging.remembered[id(self)] = self._asked(judging)
        return verdict

    def explain(self, judging: "Judging") -> Evidence:
        verdict = self.judge(judging)
        if verdict is None:
            reason, actual = judging.scratch[self]
            return Evidence("unknown", reason, actual, self.name)
        reason = reasons.MATCHER_TRUE if verdict else reasons.MATCHER_FALSE
        return Evidence(shown_verdict(verdict), reason, verdict, self.name)

    def _asked(self, judging: "Judging") -> Verdict:
        try:
            answer = self.function(_context(judging), **self.args)
            if isinstance(answer, bool):
                return answer
            judging.scratch[self] = reasons.MATCHER_NOT_BOOL, shortened(answer)
        except Exception as error:  # noqa: BLE001 - a matcher's fault never fails the request (contract 4)
            judging.scratch[self] = reasons.MATCHER_FAILED, error_words(error)
        return None


def compile_python(spec: PythonSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The registered matcher with its arguments as a rule, or None when a fault was noted."""
    function = compiling.matchers.get(spec.name)
    if function is None:
        compiling.fault(
            "unknown_matcher",
            at(path, "name"),
            spec.name,
            gettext_noop("No matcher is registered in code under this name"),
            gettext_noop("Use one of the registered names: {names}."),
            names=", ".join(sorted(compiling.matchers)) or "–",
        )
        return None
    wrong = _wrong_arguments(function, spec.args)
    if wrong is not None:
        compiling.fault(
            "matcher_arguments",
            at(path, "args"),
            spec.args,
            gettext_noop("The matcher {name} cannot be called with these arguments: {wrong}"),
            gettext_noop("Give the arguments that the function takes."),
            name=spec.name,
            wrong=wrong,
        )
        return None
    args = {name: read_only(value) for name, value in spec.args.items()}
    return PythonRule(id=node_id, name=spec.name, function=function, args=args)


def _wrong_arguments(function: PythonMatcher, args: Mapping[str, Any]) -> str | None:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some callables written in C have none
        return None
    try:
        signature.bind(None, **args)
    except TypeError as error:
        return str(error)
    return None


def _context(judging: "Judging") -> Any:
    known = judging.scratch.get(_CONTEXT)
    if known is None:
        known = judging.scratch[_CONTEXT] = read_only_context(judging.context).with_(now=judging.now)
    return known
