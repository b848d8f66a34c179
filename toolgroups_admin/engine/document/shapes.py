"""What pydantic finds wrong with the shape of an object, as faults with JSON paths."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ..faults import Fault
from ..paths import at
from . import rule_specs, specs
from .rule_specs import Spec
from .shape_words import UNFORESEEN, WORDS

Step = str | int
Kinds = Mapping[Step, type[Spec]]


def shape_faults(error: ValidationError, found: Any, path: str, spec: type[Spec]) -> list[Fault]:
    """The faults behind the validation error of the object `found` at `path`.

    Every path leads to something that stands in the document: a missing member is a fault of the object that lacks it.
    """
    faults = [_fault(details, found, path, spec) for details in error.errors(include_url=False)]
    return list({(fault.path, fault.message): fault for fault in faults}.values())


def standing_steps(details: ErrorDetails, found: Any, spec: type[Spec]) -> list[Step]:
    """The way down the object `found` to what an error is about, as far as it stands there."""
    return _standing(_located(details["loc"], spec).steps, found)


class _Location(NamedTuple):
    steps: Sequence[Step]
    shape: type[Spec]  # of the innermost object
    kinds: Kinds  # that the value there may have


def _fault(details: ErrorDetails, found: Any, path: str, spec: type[Spec]) -> Fault:
    location = _located(details["loc"], spec)
    standing = _standing(location.steps, found)
    code, template, remedy = WORDS.get(_error_type(details), UNFORESEEN)
    value = details["input"]
    if code == "unknown_kind":
        standing, value = [*standing, "kind"], value["kind"]
    return Fault(code, at(path, *standing), value, template, remedy, _params(details, location))


def _error_type(details: ErrorDetails) -> str:
    """The type of the error; of a number that may be whole or not, one type for both complaints."""
    return "float_type" if details["loc"][-1:] == ("int",) else details["type"]


def _params(details: ErrorDetails, location: _Location) -> dict[str, Any]:
    return dict(details.get("ctx", {})) | {
        "reason": details["msg"],
        "member": next(iter(reversed(location.steps)), ""),
        "members": ", ".join(field.alias or name for name, field in location.shape.model_fields.items()),
        "kinds": ", ".join(str(kind) for kind in location.kinds),
    }


def _located(loc: Sequence[Step], shape: type[Spec]) -> _Location:
    """Where a validation error is, without the names of shapes that pydantic puts between the steps."""
    steps: list[Step] = []
    kinds: Kinds = {}
    for step in loc:
        if kinds and isinstance(step, str):
            shape, kinds = kinds.get(step, shape), {}
        else:
            steps.append(step)
            kinds = kinds if isinstance(step, int) else _KINDS.get(step, {})
            shape = _ENTRIES.get(step, shape)
    return _Location(steps, shape, kinds)


def _standing(steps: Sequence[Step], found: Any) -> list[Step]:
    """The steps that can be taken in what was found."""
    standing: list[Step] = []
    for step in steps:
        if not (isinstance(found, list) if isinstance(step, int) else isinstance(found, dict) and step in found):
            break
        found = found[step]
        standing.append(step)
    return standing


def _by_kind(union: Any) -> Kinds:
    shapes = get_args(get_args(union)[0])
    return {get_args(shape.model_fields["kind"].annotation)[0]: shape for shape in shapes}


_RULES = _by_kind(rule_specs.RuleSpec)
_KINDS: Mapping[Step, Kinds] = {
    **dict.fromkeys(("matcher", "allow", "definition", "rule", "rules"), _RULES),
    "executor": _by_kind(specs.ExecutorSpec),
    "tool_choice": {"tool": specs.ToolChoiceSpec},
}
_ENTRIES: Mapping[Step, type[Spec]] = {"waivers": specs.WaiverSpec, "weekly": rule_specs.WindowSpec}
