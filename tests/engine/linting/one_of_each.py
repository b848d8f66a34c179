"""A document in which every lint rule finds exactly one thing."""

from datetime import UTC, datetime

from tests.engine.linting.linted import CITY, Json, all_of, any_of, condition, contains, group, negated, tool

NOW = datetime(2026, 6, 1, tzinfo=UTC)
EVIDENCE = {"the": 0.9, "order": 0.1}
FUNCTIONS = ("order_status",)
MOST_TOKENS = 500

ROLE = "You are the service desk of a shop."
CROWD = [f"tool-{number}" for number in range(129)]
SINGLES = [f"single-{number}" for number in range(5)]


def one_of_each() -> Json:
    """The document; it takes `NOW`, `EVIDENCE`, `FUNCTIONS` and `MOST_TOKENS` to find all."""
    tools, groups = _tools(), _groups()
    crowd = group("crowd", *CROWD, *(each["key"] for each in _odd_tools()), matcher=contains("everything"))
    singles = [group(name, "tool-0", matcher=contains(name)) for name in SINGLES]
    return {
        "format": 1,
        "tools": tools,
        "rules": [{"name": "idle-rule", "definition": contains("idle")}],
        "groups": [*groups, crowd, *singles, group("idle-group")],
        "prompts": [
            {"name": "service", "system_message": f"{ROLE} Be kind.", "groups": [each["name"] for each in groups]},
            {"name": "crowded", "groups": ["crowd"]},
            {"name": "divided", "groups": SINGLES},
            {"name": "open", "tools": ["secret"]},
            {"name": "ambiguous", "tools": ["search-orders", "search-goods"]},
            {"name": "costly", "tools": ["long"], "title": "for\u200bward"},
        ],
    }


def _tools() -> list[Json]:
    return [
        *map(tool, CROWD),
        *_odd_tools(),
        tool("secret", sensitive=True),
        tool("search-orders", name="search"),
        tool("search-goods", name="search"),
        tool("long", description="Returns the weather of a city. " * 100),
        tool("idle-tool"),
    ]


def _odd_tools() -> list[Json]:
    refused = {"type": "object", "properties": {"filter[id]": CITY}, "required": ["filter[id]"]}
    return [
        tool("mute", description=""),
        tool("vague", description="Handles various orders of the shop"),
        tool("short", description="Gets weather"),
        tool("invented", parameters={"type": "object", "properties": {"a": {}}, "required": ["a"]}),
        tool("undescribed", parameters={"type": "object", "properties": {"a": {}}}),
        tool("refused", parameters=refused),
        tool("changed", name="calendar.update"),
        tool("gone", executor={"kind": "python", "function": "vanished"}),
        tool("spelled", parameters={"type": "object"}),
        tool("waiving", waivers=[{"rule": "no_such_rule", "reason": "It was there once."}]),
        tool("tidy", waivers=[{"rule": "description_missing", "reason": "It was empty once."}]),
    ]


def _groups() -> list[Json]:
    free = condition("attributes.plan", "equals", "free")
    rules = {
        "empty": contains(),
        "blank": contains("order", " "),
        "letter": contains("a"),
        "shadowed": contains("weather report", "weather"),
        "common": contains("the"),
        "anything": all_of(contains("anything"), {"kind": "prompt_matches", "pattern": ""}),
        "open-negation": all_of(contains("refund"), negated(free)),
        "twice": any_of(contains("invoice"), contains("invoice")),
        "over": all_of(contains("sale"), {"kind": "schedule", "until": "2026-05-31T00:00:00Z"}),
        "finished": all_of(
            contains("beta"), {"kind": "rollout", "percent": 100, "by": "conversation_id", "salt": "beta"}
        ),
        "everywhere": condition("account_id", "exists"),
    }
    return [
        *(group(name, matcher=rule) for name, rule in rules.items()),
        group("unruled", matcher=None),
        group("disabled", enabled=False),
        group("bare", system_prompt=""),
        group("repeating", system_prompt=f"{ROLE} Ask for the number."),
    ]
