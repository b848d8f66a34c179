"""Builders that read like sentences."""

from typing import Any

from toolgroups_admin.engine import Catalog, ChatContext, Resolution, compile_catalog, parse_context, resolve

Json = dict[str, Any]


def tool(key: str, description: str = "Does what its name says.", **members: Any) -> Json:
    return {"key": key, "description": description, **members}


def group(name: str, *tools: Json | str, **members: Any) -> Json:
    return {"name": name, "tools": list(tools), **members}


def contains(*keywords: str, **members: Any) -> Json:
    return {"kind": "prompt_contains", "keywords": list(keywords), **members}


def condition(field: str, op: str, *value: Any, **members: Any) -> Json:
    return {"kind": "condition", "field": field, "op": op, **({"value": value[0]} if value else {}), **members}


def document(*groups: Json, tools: tuple[Json, ...] = (), rules: tuple[Json, ...] = (), **prompt: Any) -> Json:
    """A document with one prompt `p` that uses the groups in order; tools given inside groups are collected."""
    own = prompt.pop("own_tools", ())
    inline = [each for part in groups for each in part["tools"] if isinstance(each, dict)]
    inline += [each for each in own if isinstance(each, dict)]
    return {
        "format": 1,
        "tools": list({each["key"]: each for each in [*inline, *tools]}.values()),
        "rules": list(rules),
        "groups": [{**part, "tools": [_key(each) for each in part["tools"]]} for part in groups],
        "prompts": [
            {"name": "p", "groups": [part["name"] for part in groups], "tools": [_key(each) for each in own], **prompt}
        ],
    }


def says(text: Any, **members: Any) -> ChatContext:
    """A context for the prompt `p` in which the user says this."""
    return parse_context({"prompt": "p", "messages": [{"role": "user", "content": text}], **members})


def catalog_of(*groups: Json, **members: Any) -> Catalog:
    return compile_catalog(document(*groups, **members))


def hits(catalog: Catalog, context: ChatContext) -> list[str]:
    return list(resolve(catalog, context).groups)


def keys(resolution: Resolution) -> list[str | None]:
    return [offer.tool.key for offer in resolution.offers]


def _key(each: Json | str) -> str:
    return each if isinstance(each, str) else each["key"]
