"""A document in which lint finds nothing, the same with one thing changed, and what lint finds in it."""

from typing import Any

from toolgroups_admin.engine import Finding, lint

Json = dict[str, Any]

ALWAYS: Json = {"kind": "always"}
CITY: Json = {"type": "string", "description": "The name of a city."}
PARAMETERS: Json = {"type": "object", "properties": {"city": CITY}, "required": ["city"]}


def contains(*keywords: str, **members: Any) -> Json:
    return {"kind": "prompt_contains", "keywords": list(keywords), **members}


def condition(field: str, op: str, value: Any = None) -> Json:
    return {"kind": "condition", "field": field, "op": op, **({} if value is None else {"value": value})}


def negated(rule: Json) -> Json:
    return {"kind": "not", "rule": rule}


def all_of(*rules: Json) -> Json:
    return {"kind": "all", "rules": list(rules)}


def any_of(*rules: Json) -> Json:
    return {"kind": "any", "rules": list(rules)}


def named(name: str) -> Json:
    return {"kind": "rule", "name": name}


def tool(key: str, **members: Any) -> Json:
    """A tool in which lint finds nothing."""
    description = "Returns today's weather of a city; call it when somebody asks for the weather."
    return {"key": key, "description": description, "parameters": PARAMETERS, **members}


def group(name: str, *tools: str, **members: Any) -> Json:
    """A group that hits when somebody asks about it by name."""
    says = {} if tools else {"system_prompt": f"Talk about {name}."}
    return {"name": name, "tools": list(tools), "matcher": contains(f"about {name}"), **says, **members}


def document(
    *groups: Json, tools: list[Json] | None = None, rules: tuple[Json, ...] = (), prompt: Json | None = None
) -> Json:
    """A document of one prompt that has the given groups, with the tools that they hold unless others are given."""
    keys = dict.fromkeys(key for each in groups for key in each["tools"])
    return {
        "format": 1,
        "tools": [tool(key) for key in keys] if tools is None else tools,
        "rules": list(rules),
        "groups": list(groups),
        "prompts": [{"name": "service", "groups": [each["name"] for each in groups], **(prompt or {})}],
    }


def with_tool(**members: Any) -> Json:
    return document(group("weather", "t"), tools=[tool("t", **members)])


def with_matcher(rule: Json | None, *shared: Json) -> Json:
    return document(group("weather", "t", matcher=rule), rules=shared)


def findings(linted: Json, rule: str, **known: Any) -> list[Finding]:
    return [finding for finding in lint(linted, **known) if finding.rule == rule]


def paths(linted: Json, rule: str, **known: Any) -> list[str]:
    return [finding.path for finding in findings(linted, rule, **known)]
