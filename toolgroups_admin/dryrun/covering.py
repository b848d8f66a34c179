"""What scenarios cover: for each group one that must hit and one that must miss, for each part of its rule both ways."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, repeat
from typing import Any, Self

from django.core.cache import cache
from django.db.models import Count, Max, Sum

from toolgroups_admin.catalog.rule_words import ALWAYS, Part, asks
from toolgroups_admin.engine import (
    Catalog,
    ExplainedGroup,
    InterceptorFailed,
    InvalidContext,
    UnknownName,
    compile_catalog,
    parse_context,
    resolve,
)
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.questions import bounds

from .models import Scenario
from .scenario_documents import WrittenScenario
from .shown_nodes import DEEPEST_SHOWN, Rules
from .sources import Compiled, Document

KEPT_SECONDS = 600  # also interceptors and the clock have a say, of which the key knows nothing
Verdicts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class GroupCoverage:
    """How many scenarios say that a group must hit, and that it must miss."""

    name: str
    title: str
    hits: int
    misses: int

    @property
    def is_covered(self) -> bool:
        """Whether both are there."""
        return bool(self.hits and self.misses)


@dataclass(frozen=True, slots=True)
class NodeCoverage:
    """One part of a rule, and in how many scenarios it was true, false and unknown."""

    asks: tuple[Part, ...]
    depth: int
    true: int
    false: int
    unknown: int

    @property
    def is_covered(self) -> bool:
        """Whether it was true once and false once; what is always true cannot be false."""
        return bool(self.true and (self.false or self.asks == asks(ALWAYS)))


@dataclass(frozen=True, slots=True)
class _Counted:
    """Verdicts of each node of a rule in its order, and how many scenarios could not be tried."""

    nodes: Sequence[Verdicts]
    not_tried: int

    @classmethod
    def of(cls, trees: Iterable[ExplainedGroup | None], rules: Rules, rule: Mapping[str, Any]) -> Self:
        found: defaultdict[int, Counter[str]] = defaultdict(Counter)
        not_tried = 0
        for group in trees:
            not_tried += group is None
            for place, pair in enumerate(rules.pairs(group.tree, rule) if group else ()):
                found[place][pair.node.verdict] += 1
        counts = [found[place] for place in range(len(found))]
        return cls([(count["true"], count["false"], count["unknown"]) for count in counts], not_tried)


def group_coverage(document: Document, scenarios: Iterable[WrittenScenario]) -> list[GroupCoverage]:
    """Each group that a prompt judges, those first for which a hit or a miss is not expected anywhere."""
    hits, misses = Counter[str](), Counter[str]()
    for scenario in scenarios:
        hits.update(scenario.expect.hits)
        misses.update(scenario.expect.misses)
    judged = {name for prompt in document.get("prompts", ()) for name in prompt.get("groups", ())}
    groups = [
        GroupCoverage(group["name"], group.get("title", ""), hits[group["name"]], misses[group["name"]])
        for group in document.get("groups", ())
        if group["name"] in judged and group.get("enabled", True)
    ]
    return sorted(groups, key=lambda group: (group.is_covered, group.hits + group.misses, group.name))


def node_coverage(
    compiled: Compiled, name: str, scenarios: Sequence[WrittenScenario]
) -> tuple[list[NodeCoverage], int]:
    """The parts of a group's rule from the top down, by what the scenarios of its prompts come to; and how many of
    these could not be tried. What was worked out is kept for a while."""
    rules = Rules.of(compiled.document)
    rule = rules.groups[name].get("matcher") or ALWAYS
    asked = [scenario for scenario in scenarios if scenario.prompt in prompts_with(compiled.document, name)]
    key = _key(compiled.catalog.digest, name)
    counted: _Counted | None = cache.get(key)
    if counted is None:
        catalog = _for_one_group(compiled.document, name)
        counted = _Counted.of((_tried(catalog, name, scenario) for scenario in asked), rules, rule)
        cache.set(key, counted, KEPT_SECONDS)
    nodes = chain(counted.nodes, repeat((0, 0, 0)))
    return [
        NodeCoverage(asks(part), min(depth, DEEPEST_SHOWN), *verdicts)
        for (part, depth), verdicts in zip(rules.below(rule), nodes, strict=False)
    ], counted.not_tried


def prompts_with(document: Document, group: str) -> set[str]:
    """The prompts that judge a group."""
    return {prompt["name"] for prompt in document.get("prompts", ()) if group in prompt.get("groups", ())}


def _tried(catalog: Catalog, name: str, scenario: WrittenScenario) -> ExplainedGroup | None:
    try:
        context = parse_context(scenario.context, bounds=bounds(), preview=True)
        resolution = resolve(catalog, context, explain=True, interceptors=configured_interceptors())
    except (InvalidContext, InterceptorFailed, UnknownName):
        return None
    groups = resolution.explanation.groups if resolution.explanation else ()
    return next((group for group in groups if group.name == name), None)


def _for_one_group(document: Document, name: str) -> Catalog:
    """The document with this group alone in its prompts: explaining a thousand others would take a thousand times longer."""
    prompts = [
        {**prompt, "groups": [name]} for prompt in document.get("prompts", ()) if name in prompt.get("groups", ())
    ]
    return compile_catalog({**document, "prompts": prompts})


def _key(digest: str, name: str) -> str:
    state = Scenario.objects.aggregate(Count("pk"), Sum("pk"), Max("updated_at"))
    return "coverage:" + sha256(repr((digest, name, sorted(state.items()))).encode()).hexdigest()
