"""Checking scenarios: the engine's own answer, held against what is expected of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from toolgroups_admin.engine import ChatContext, InterceptorFailed, UnknownName, resolve
from toolgroups_admin.releases.interceptors import configured_interceptors

from .failures import Failure, failures_of, holds
from .scenario_documents import WrittenScenario
from .sources import Compiled
from .trying import Refused, checked, tried
from .typed import JSON, Typed

AS_JSON = Typed(tab=JSON)


@dataclass(frozen=True, slots=True)
class Checked:
    """A scenario and what does not hold of it."""

    scenario: WrittenScenario
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        """Whether all holds."""
        return not self.failures


def check_all(scenarios: Iterable[WrittenScenario], compiled: Compiled) -> list[Checked]:
    """Each scenario with what does not hold of it, in their order."""
    return [check(scenario, compiled) for scenario in scenarios]


def passes(scenario: WrittenScenario, compiled: Compiled) -> bool:
    """Whether all of a scenario holds: a hundred times faster than to say what does not."""
    try:
        return _holds(scenario, checked(scenario.context, AS_JSON), compiled)
    except Refused:
        return False


def check(scenario: WrittenScenario, compiled: Compiled) -> Checked:
    """What does not hold of a scenario; one that cannot be tried fails. Reasons are worked out for failures only."""
    try:
        context = checked(scenario.context, AS_JSON)
        if _holds(scenario, context, compiled):
            return Checked(scenario, ())
        return Checked(scenario, failures_of(scenario.expect, tried(context, compiled, AS_JSON)))
    except Refused as refused:
        prompt = scenario.prompt
        return Checked(scenario, tuple(Failure("not_tried", prompt, fault.words) for fault in refused.faults))


def _holds(scenario: WrittenScenario, context: ChatContext, compiled: Compiled) -> bool:
    try:
        resolution = resolve(compiled.catalog, context, interceptors=configured_interceptors())
    except (UnknownName, InterceptorFailed):
        return False
    return holds(scenario.expect, resolution)
