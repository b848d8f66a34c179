"""What is left of a malformed object without its malformed parts, so that its other faults are said at the same time."""

from copy import deepcopy
from typing import Any, TypeVar

from pydantic import ValidationError

from .rule_specs import Spec
from .shapes import Step, standing_steps
from .specs import RuleEntrySpec, ToolSpec

Shape = TypeVar("Shape", bound=Spec)

_TREES = frozenset({"matcher", "allow", "definition"})
_NAMELESS = "?"  # stands for a missing identity; identities are looked at before


def remains_of(value: Any, spec: type[Shape]) -> Shape | None:
    """A malformed object, plain JSON, with `always` in place of malformed rule nodes and without other malformed members.

    None when too little is left: nothing that is no object, and no shared rule without a name.
    """
    if not isinstance(value, dict):
        return None
    remains = deepcopy(value)
    try:
        return spec.model_validate(value)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            _take_out(remains, standing_steps(details, value, spec))
    if spec is not RuleEntrySpec:
        remains.setdefault("key" if spec is ToolSpec else "name", _NAMELESS)
    try:
        return spec.model_validate(remains)
    except ValidationError:
        return None


def _take_out(remains: dict[str, Any], steps: list[Step]) -> None:
    if steps and steps[0] in _TREES:
        _replace_node(remains, steps)
    elif steps:
        remains.pop(str(steps[0]), None)


def _replace_node(remains: dict[str, Any], steps: list[Step]) -> None:
    """Puts `always` in place of the innermost rule node on the way, which may have been replaced already."""
    found: Any = remains
    node, place = found, steps[0]
    for step, above in zip(steps, [None, *steps], strict=False):
        if not _holds(found, step):
            break
        if step in _TREES or step == "rule" or above == "rules":
            node, place = found, step
        found = found[step]
    node[place] = {"kind": "always"}


def _holds(found: Any, step: Step) -> bool:
    return isinstance(found, list) or (isinstance(found, dict) and step in found)
