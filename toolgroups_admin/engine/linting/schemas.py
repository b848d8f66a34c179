"""What the model reads to fill in a tool's parameters."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..faults import gettext_noop
from ..texts import is_blank
from .finding import Found, LintRule
from .nodes import Steps
from .subject import Subject

_MOST_LEVELS: Final = 32  # as deep as a document lets a schema be
_SOURCES: Final = ("const", "default", "enum", "examples", "format", "pattern")  # what says where a value comes from
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")


class Parameter(NamedTuple):
    """A property of a schema: its name, the steps to it from the tool, what it says, and whether it is required."""

    name: str
    steps: Steps
    schema: Any
    required: bool

    @property
    def is_described(self) -> bool:
        """True when a person or a model can read what it is; what it refers to is taken to say so."""
        schema = self.schema
        if not isinstance(schema, Mapping):
            return False
        description = schema.get("description")
        return "$ref" in schema or (isinstance(description, str) and not is_blank(description))

    @property
    def has_source(self) -> bool:
        """True when the schema itself says which values there are, or what they look like."""
        return isinstance(self.schema, Mapping) and any(member in self.schema for member in _SOURCES)


def parameters_in(schema: Any, steps: Steps = ("parameters",)) -> Iterator[Parameter]:
    """The parameters of a schema, nested ones after the one that holds them; required ones without a schema last."""
    if not isinstance(schema, Mapping) or len(steps) > _MOST_LEVELS:
        return
    names = schema.get("required")
    required = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    properties = schema.get("properties")
    declared = properties if isinstance(properties, Mapping) else {}
    for name, below in declared.items():
        place = (*steps, "properties", name)
        yield Parameter(name, place, below, name in required)
        yield from parameters_in(below, place)
    for name in dict.fromkeys(required):
        if name not in declared and not _is_alternative(schema):
            yield Parameter(name, (*steps, "required"), None, required=True)
    for place, below in _below(schema, steps):
        yield from parameters_in(below, place)


def _below(schema: Mapping[str, Any], steps: Steps) -> Iterator[tuple[Steps, Any]]:
    yield (*steps, "items"), schema.get("items")
    for keyword in _LISTS:
        schemas = schema.get(keyword)
        for place, below in enumerate(schemas if isinstance(schemas, list) else ()):
            yield (*steps, keyword, place), below


def _is_alternative(schema: Mapping[str, Any]) -> bool:
    """True when the parameters may be declared elsewhere: in what the schema refers to, or beside its alternatives."""
    return "$ref" in schema or "properties" not in schema or any(keyword in schema for keyword in _LISTS)


def _without_source(subject: Subject) -> Iterator[Found]:
    for tool in subject.tools:
        for parameter in parameters_in(tool.spec.parameters):
            if parameter.required and not parameter.is_described and not parameter.has_source:
                yield Found(tool, parameter.steps, {"parameter": parameter.name})


def _undescribed(subject: Subject) -> Iterator[Found]:
    for tool in subject.tools:
        for parameter in parameters_in(tool.spec.parameters):
            if not parameter.is_described and (parameter.has_source or not parameter.required):
                yield Found(tool, parameter.steps, {"parameter": parameter.name})


RULES: Final = (
    LintRule(
        "required_parameter_without_source",
        "warning",
        gettext_noop("Required parameter that nothing explains"),
        gettext_noop("Nothing says where the value of “{parameter}” comes from, so the model makes one up."),
        gettext_noop("Describe the parameter and its form, list its values, or do not require it."),
        _without_source,
    ),
    LintRule(
        "parameter_without_description",
        "note",
        gettext_noop("Parameter without a description"),
        gettext_noop("The model has nothing but the name “{parameter}” to go by."),
        gettext_noop("Describe the parameter: what it means, and in which form it is wanted."),
        _undescribed,
    ),
)
