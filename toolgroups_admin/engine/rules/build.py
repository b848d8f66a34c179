"""From a rule's document to the rule: one entry for every kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..document.rule_specs import AllSpec, AnySpec, NotSpec, RuleSpec
from ..faults import gettext_noop
from ..paths import ROOT, at
from ..rule import Rule
from .combinators import All, AnyOf, Not, weight_of
from .compiling import Compiling
from .conditions import compile_condition
from .constant import compile_always
from .expressions.rule import compile_expression
from .prompts import compile_prompt_contains, compile_prompt_matches
from .references import circles, in_order, referred_names
from .registered import compile_python
from .rollout import compile_rollout
from .schedule_specs import compile_schedule
from .shared import compile_shared

# With shared rules counted where they are named; far below what Python's stack holds.
MOST_LEVELS: Final = 128
MOST_NODES: Final = 2000

_LEAVES: Final[Mapping[str, Callable[[Any, str, str, Compiling], Rule | None]]] = {
    "always": compile_always,
    "prompt_contains": compile_prompt_contains,
    "prompt_matches": compile_prompt_matches,
    "condition": compile_condition,
    "expression": compile_expression,
    "python": compile_python,
    "rule": compile_shared,
    "rollout": compile_rollout,
    "schedule": compile_schedule,
}


def compile_rule(spec: RuleSpec, path: str, compiling: Compiling, node_id: str = ROOT) -> Rule | None:
    """The rule that a document's tree means, or None when faults were noted in `compiling` (all of them, not the first).

    `path` is the tree's place in the document, for faults; `node_id` its place in its own tree, for nodes without id.
    The shared rules it names must have been compiled before (`compile_shared_rules`).
    """
    own_id = node_id if spec.id is None else spec.id
    if isinstance(spec, NotSpec):
        below = compile_rule(spec.rule, at(path, "rule"), compiling, at(node_id, "rule"))
        rule: Rule | None = None if below is None else Not.of(own_id, below)
    elif isinstance(spec, AllSpec | AnySpec):
        rule = _several(spec, path, compiling, node_id, own_id)
    else:
        rule = _LEAVES[spec.kind](spec, path, own_id, compiling)
    return rule if rule is not None and _is_small_enough(rule, path, compiling) else None


def compile_shared_rules(entries: Sequence[tuple[str, str, RuleSpec]], compiling: Compiling) -> None:
    """Compiles the shared rules, (path of the rule, name, rule) each, into `compiling.shared`.

    Of two of one name the first counts. A rule that names itself, directly or through others, is a fault at each
    rule in the circle; one that names a faulty rule is left out without a further fault.
    """
    named: dict[str, tuple[str, RuleSpec]] = {}
    for path, name, spec in entries:
        named.setdefault(name, (path, spec))
    compiling.declared.update(named)
    references = {
        name: [other for other in referred_names(spec) if other in named] for name, (_, spec) in named.items()
    }
    ordered, held_up = in_order(references)
    for name, way in circles(references).items():
        _refuse_circle(named[name][0], name, way, compiling)
    for name in [*ordered, *held_up]:
        path, spec = named[name]
        rule = compile_rule(spec, path, compiling)
        if rule is not None:
            compiling.shared[name] = rule


def _several(spec: AllSpec | AnySpec, path: str, compiling: Compiling, node_id: str, own_id: str) -> Rule | None:
    if not spec.rules:
        return None  # noted as a fault when the document was read
    children = [
        compile_rule(child, at(path, "rules", place), compiling, at(node_id, "rules", place))
        for place, child in enumerate(spec.rules)
    ]
    rules = [rule for rule in children if rule is not None]
    if len(rules) < len(children):
        return None
    return All.of(own_id, rules) if isinstance(spec, AllSpec) else AnyOf.of(own_id, rules)


def _is_small_enough(rule: Rule, path: str, compiling: Compiling) -> bool:
    weight = weight_of(rule)
    if weight.levels <= MOST_LEVELS and weight.nodes <= MOST_NODES:
        return True
    compiling.fault(
        "tree_too_large",
        path,
        None,
        gettext_noop("With the shared rules that it names, this rule has {levels} levels and {nodes} nodes"),
        gettext_noop("Stay within {most_levels} levels and {most_nodes} nodes."),
        levels=weight.levels,
        nodes=weight.nodes,
        most_levels=MOST_LEVELS,
        most_nodes=MOST_NODES,
    )
    return False


def _refuse_circle(path: str, name: str, way: Sequence[str], compiling: Compiling) -> None:
    compiling.fault(
        "rule_cycle",
        path,
        name,
        gettext_noop("The shared rule names itself: {way}"),
        gettext_noop("Take one of these references out."),
        way=" → ".join(way),
    )
