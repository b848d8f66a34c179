"""Names that the rules of a source ask for, to be suggested while a context is typed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolgroups_admin.catalog.asked_fields import fields_of, nodes_of

from .sources import Compiled

MOST_SUGGESTED = 200
ATTRIBUTES, HEADERS = "attributes.", "request.headers."

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Names in the order of the alphabet, at most 200 of each."""

    attributes: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


def suggestions_of(compiled: Compiled) -> Suggestions:
    """What the rules of a source judge by, and what a request to it may name."""
    document = compiled.document
    nodes = [node for rule in _rules(document) for node in nodes_of(rule)]
    fields = {name for rule in _rules(document) for name in fields_of(rule)}
    models = [value for node in nodes if node.get("field") == "model" for value in _texts(node.get("value"))]
    models += [prompt["default_model"] for prompt in document.get("prompts", ()) if prompt.get("default_model")]
    return Suggestions(
        _below(fields, ATTRIBUTES),
        _below(fields, HEADERS),
        _sorted(models),
        _sorted(group["name"] for group in document.get("groups", ())),
        _sorted(tool["key"] for tool in document.get("tools", ())),
    )


def _rules(document: Json) -> Iterator[Json]:
    yield from (group["matcher"] for group in document.get("groups", ()) if group.get("matcher"))
    yield from (rule["definition"] for rule in document.get("rules", ()))
    yield from (tool["allow"] for tool in document.get("tools", ()) if tool.get("allow"))


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, str)]


def _below(fields: set[str], prefix: str) -> tuple[str, ...]:
    return _sorted(field.removeprefix(prefix) for field in fields if field.startswith(prefix))


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names))[:MOST_SUGGESTED])
