"""A function's parameters as a JSON Schema, and a model's arguments as its parameters."""

import inspect
import json
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.errors import PydanticUserError
from pydantic_core import to_json

from .calls import ToolFailed


class ToolContext(dict[str, Any]):
    """The tool context, for a function that declares a parameter of this type; it is in no schema and never shown."""

    def __repr__(self) -> str:
        return f"ToolContext({', '.join(map(repr, self))})"


class Undescribable(TypeError):
    """A function that cannot be a tool; the text says which parameter and what to write instead."""


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function is called: `arguments` reads them, `context` names the parameter for the tool context."""

    arguments: TypeAdapter[Any] = field(repr=False)
    parameters: Mapping[str, Any]
    fields: Mapping[str, str]  # of what is read, by parameter
    context: str | None = None
    whole: str | None = None  # the one parameter that takes all arguments as one object

    def read(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as the function's types, without coercion. Raises `ToolFailed` with what to mend."""
        known = {name: value for name, value in arguments.items() if self.whole or name in self.fields}
        try:
            read = self.arguments.validate_json(to_json(known), strict=True)
        except ValidationError as error:
            raise ToolFailed(_words(error), "bad_arguments") from error
        if self.whole:
            return {self.whole: read}
        return {name: getattr(read, own) for name, own in self.fields.items() if own in read.model_fields_set}


def signature_of(function: Callable[..., Any], descriptions: Mapping[str, str]) -> Signature:
    """The signature of a function whose parameters are its arguments. Raises `Undescribable`."""
    parameters, hints = _parameters(function)
    context = _context_parameter(parameters, hints)
    taken = {name: parameter for name, parameter in parameters.items() if name != context}
    names = {name: f"p{place}" for place, name in enumerate(taken)}
    fields: dict[str, Any] = {}
    for name, parameter in taken.items():
        _check(function, parameter)
        named = Field(alias=name, description=descriptions[name]) if descriptions.get(name) else Field(alias=name)
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[names[name]] = (Annotated[hints.get(name, Any), named], default)
    adapter = _adapter(function, lambda: create_model("Arguments", __config__=ConfigDict(extra="forbid"), **fields))
    return Signature(adapter, _schema(function, adapter), names, context)


def signature_of_input(function: Callable[..., Any], input_type: type | None) -> Signature:
    """The signature of a function that takes one object of this type, or nothing when it is None. Raises `Undescribable`."""
    parameters, hints = _parameters(function)
    context = _context_parameter(parameters, hints)
    taking = [name for name in parameters if name != context]
    if input_type is None:
        return (
            replace(signature_of(function, {}), context=context) if not taking else _refuse_input(function, "nothing")
        )
    adapter = _adapter(function, lambda: input_type)
    schema = _schema(function, adapter)
    if schema.get("type") != "object" or "properties" not in schema:
        raise Undescribable(f"{_named(function)}: {input_type!r} is no class with named fields, which an input must be")
    return (
        Signature(adapter, schema, {}, context, taking[0])
        if len(taking) == 1
        else _refuse_input(function, "one object")
    )


def _refuse_input(function: Callable[..., Any], what: str) -> Signature:
    raise Undescribable(f"{_named(function)} must take {what}, and besides it at most a ToolContext")


def _parameters(function: Callable[..., Any]) -> tuple[dict[str, inspect.Parameter], dict[str, Any]]:
    target = function.func if isinstance(function, partial) else function
    if not (inspect.isroutine(target) or inspect.isclass(target)):
        target = type(target).__call__
    try:
        hints = typing.get_type_hints(target, include_extras=True)
    except NameError as error:
        raise Undescribable(f"{_named(function)} has an annotation that cannot be read: {error}") from error
    return dict(inspect.signature(function).parameters), hints


def _context_parameter(parameters: Mapping[str, Any], hints: Mapping[str, Any]) -> str | None:
    for name in parameters:
        hint = hints.get(name)
        if hint is ToolContext or ToolContext in typing.get_args(hint):
            return name
    return None


def _check(function: Callable[..., Any], parameter: inspect.Parameter) -> None:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
        what = f"{_named(function)}: the parameter {parameter.name!r} has no name that a model could use"
        raise Undescribable(f"{what}. Write each parameter out, as one that may be passed by name")


def _adapter(function: Callable[..., Any], described: Callable[[], type]) -> TypeAdapter[Any]:
    try:
        return TypeAdapter(described())
    except PydanticUserError as error:
        raise Undescribable(f"{_named(function)} has a type that is no JSON: {error.message}") from error


def _schema(function: Callable[..., Any], adapter: TypeAdapter[Any]) -> dict[str, Any]:
    try:
        schema = adapter.json_schema(by_alias=True)
    except PydanticUserError as error:
        raise Undescribable(f"{_named(function)} has a type that is no JSON: {error.message}") from error
    plain: dict[str, Any] = json.loads(to_json(_untitled(schema)))
    return plain


def _untitled(schema: Any) -> Any:
    """Pydantic titles everything with its own name, which costs tokens and says nothing."""
    if isinstance(schema, list):
        return [_untitled(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        keyword: {name: _untitled(inner) for name, inner in value.items()}
        if keyword in ("properties", "$defs") and isinstance(value, dict)
        else _untitled(value)
        for keyword, value in schema.items()
        if keyword != "title" or not isinstance(value, str)
    }


def _named(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', '?')}.{name}"


def _words(error: ValidationError) -> str:
    found = [
        f"{'.'.join(map(str, one['loc'])) or 'the arguments'}: {one['msg']}"
        for one in error.errors(include_input=False, include_url=False, include_context=False)
    ]
    return f"The tool was not called: its arguments do not fit. {'; '.join(found[:5])}"
