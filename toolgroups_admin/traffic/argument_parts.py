"""What a JSON Schema asks for, as fields of a form, and the arguments that were typed into them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from django import forms
from django.utils.translation import gettext as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from toolgroups_admin.catalog.inputs import JSONInput

Schema = Mapping[str, Any]
Path = tuple[str, ...]
ABSENT: Final = object()
DEEPEST: Final = 5
SCALARS: Final = ("string", "integer", "number")
NAMED: Final = "argument:"


class Part(Protocol):
    """A part of the arguments: its fields by name, and its value, `ABSENT` when nothing was typed."""

    def fields(self) -> Iterator[tuple[str, forms.Field]]: ...

    def value(self, cleaned: Mapping[str, Any]) -> Any: ...


def part_of(schema: Schema) -> "ObjectPart":
    """The arguments of a tool; what a schema says that no field can be made for is typed as JSON."""
    return _object((), _resolved(schema, schema), schema, required=True)


@dataclass(frozen=True, slots=True)
class ObjectPart:
    """An object with its members."""

    members: Mapping[str, Part]
    required: bool

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        for part in self.members.values():
            yield from part.fields()

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        typed = {name: part.value(cleaned) for name, part in self.members.items()}
        given = {name: value for name, value in typed.items() if value is not ABSENT}
        return given if given or self.required else ABSENT


@dataclass(frozen=True, slots=True)
class VariantsPart:
    """One of several; the fields of all are there, and those of the chosen one count."""

    path: Path
    variants: tuple[Part, ...]
    words: tuple[str, ...]

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        choices = [("", "–"), *((str(place), words) for place, words in enumerate(self.words))]
        label = _("%(field)s: which form") % {"field": _label(self.path)}
        yield _name((*self.path, "?")), forms.ChoiceField(**_common(label, ""), choices=choices, widget=_select())
        for part in self.variants:
            yield from part.fields()

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        chosen = cleaned.get(_name((*self.path, "?")))
        return self.variants[int(chosen)].value(cleaned) if chosen else ABSENT


@dataclass(frozen=True, slots=True)
class ValuePart:
    """One field."""

    path: Path
    made: forms.Field = field(repr=False)
    is_json: bool = False

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield _name(self.path), self.made

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        typed = cleaned.get(_name(self.path))
        if typed is None or typed == "":
            return ABSENT
        return json.loads(typed) if self.is_json else typed


class Lines(forms.CharField):
    """A list, one element a line; elements that are no text are JSON."""

    def __init__(self, *, of_text: bool, **options: Any) -> None:
        self.of_text = of_text
        super().__init__(**options)

    def to_python(self, value: Any) -> Any:
        lines = [line for line in str(value or "").splitlines() if line.strip()]
        try:
            return (lines if self.of_text else [json.loads(line) for line in lines]) or None
        except (ValueError, RecursionError):
            raise forms.ValidationError(_("One of these lines is no number. Write one number a line.")) from None


def _part(path: Path, schema: Schema, root: Schema, *, required: bool) -> Part:
    schema = _resolved(schema, root)
    variants = [each for each in schema.get("anyOf") or schema.get("oneOf") or () if isinstance(each, dict)]
    real = [each for each in variants if _resolved(each, root).get("type") != "null"]
    if len(path) > DEEPEST:
        return _typed_as_json(path, schema, required=required)
    if len(real) == 1:
        return _part(path, {**_resolved(real[0], root), **_worded(schema)}, root, required=required)
    if real:
        parts = (_part((*path, str(place)), each, root, required=False) for place, each in enumerate(real, 1))
        return VariantsPart(
            path, tuple(parts), tuple(_words_of(each, root, place) for place, each in enumerate(real, 1))
        )
    if schema.get("type") == "object" and isinstance(schema.get("properties"), dict) and schema["properties"]:
        return _object(path, schema, root, required=required)
    return _value(path, schema, root, required=required)


def _object(path: Path, schema: Schema, root: Schema, *, required: bool) -> ObjectPart:
    wanted = schema.get("required") or ()
    properties = schema.get("properties")
    members = {
        name: _part((*path, name), each if isinstance(each, dict) else {}, root, required=required and name in wanted)
        for name, each in (properties.items() if isinstance(properties, dict) else ())
    }
    return ObjectPart(members, required)


def _value(path: Path, schema: Schema, root: Schema, *, required: bool) -> Part:
    common = {**_common(_label(path), str(schema.get("description") or "")), "required": required}
    if values := _values(schema):
        choices = [("", "–"), *((json.dumps(value), str(value)) for value in values)]
        return ValuePart(path, forms.ChoiceField(**common, choices=choices, widget=_select()), is_json=True)
    kind = next((each for each in _kinds(schema) if each != "null"), None)
    if kind == "string":
        return ValuePart(path, forms.CharField(**common, strip=False, widget=UnfoldAdminTextInputWidget()))
    if kind == "integer":
        return ValuePart(path, forms.IntegerField(**common, widget=UnfoldAdminIntegerFieldWidget()))
    if kind == "number":
        return ValuePart(path, forms.FloatField(**common, widget=UnfoldAdminIntegerFieldWidget({"step": "any"})))
    items = _resolved(schema.get("items") or {}, root) if kind == "array" else {}
    if items.get("type") in SCALARS and not _values(items):
        common["help_text"] = " ".join(filter(None, (common["help_text"], _("One a line."))))
        return ValuePart(path, Lines(of_text=items["type"] == "string", **common, widget=_area()))
    return _typed_as_json(path, schema, required=required)


def _typed_as_json(path: Path, schema: Schema, *, required: bool) -> Part:
    words = " ".join(filter(None, (str(schema.get("description") or ""), _("Typed as JSON."))))
    return ValuePart(path, JSONInput(label=_label(path), help_text=words, required=required, widget=_area()))


def _values(schema: Schema) -> list[Any]:
    """The only values that there may be, none for a schema that leaves it open."""
    if schema.get("type") == "boolean":
        return [True, False]
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return [value for value in values if value is not None] if isinstance(values, list) else []


def _kinds(schema: Schema) -> list[Any]:
    kinds = schema.get("type")
    return kinds if isinstance(kinds, list) else [kinds]


def _resolved(schema: Schema, root: Schema) -> Schema:
    """What a reference within the document leads to; anything that cannot be followed is left open."""
    for _step in range(DEEPEST):
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        found: Any = root
        for name in reference.removeprefix("#/").split("/") if reference.startswith("#/") else ():
            found = found.get(name.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        schema = {**(found if isinstance(found, dict) and found is not root else {}), **_worded(schema)}
    return {}


def _worded(schema: Schema) -> dict[str, Any]:
    return {"description": schema["description"]} if schema.get("description") else {}


def _words_of(schema: Schema, root: Schema, place: int) -> str:
    found = _resolved(schema, root)
    said = found.get("title") or found.get("description") or found.get("type")
    return f"{place}: {said}" if isinstance(said, str) else str(place)


def _name(path: Path) -> str:
    return NAMED + "/".join(path)


def _label(path: Path) -> str:
    return " › ".join(path)


def _common(label: str, help_text: str) -> dict[str, Any]:
    return {"label": label, "help_text": help_text, "required": False}


def _select() -> forms.Select:
    widget: forms.Select = UnfoldAdminSelectWidget()
    return widget


def _area() -> forms.Textarea:
    widget: forms.Textarea = UnfoldAdminTextareaWidget({"rows": 3})
    return widget
