"""Legal documents for hypothesis: everything that rows must carry, in canonical form or not."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from toolgroups_admin.engine import canonical_document

Json = dict[str, Any]

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
WORDS = st.text("abcdefgÄßσς天气 .-_", min_size=1, max_size=8)
IDENTITIES = WORDS.map(str.strip).filter(bool)
NUMBERS = st.one_of(
    st.integers(-(2**60), 2**60), st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([-0.0, 1e2, 1e22])
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def documents(draw: st.DrawFn) -> Json:
    """A legal document in canonical form."""
    rules = draw(_identified("name", _nothing))
    names = [rule["name"] for rule in rules]
    for place, rule in enumerate(rules):
        rule["definition"] = draw(rule_trees(names[:place]))
    tools = draw(_identified("key", lambda: _tool_members(names)))
    keys = [tool["key"] for tool in tools]
    groups = draw(_identified("name", lambda: _group_members(keys, names)))
    prompts = draw(_identified("name", lambda: _prompt_members(keys, [group["name"] for group in groups])))
    return canonical_document({"format": 1, "tools": tools, "rules": rules, "groups": groups, "prompts": prompts})


def rule_trees(shared: Sequence[str] = ()) -> st.SearchStrategy[Json]:
    """Legal rules that may name the given shared rules."""
    leaves: list[st.SearchStrategy[Json]] = [
        st.just({"kind": "always"}),
        st.fixed_dictionaries(
            {"kind": st.just("prompt_contains"), "keywords": st.lists(WORDS, min_size=1, max_size=3, unique=True)},
            optional={"ignore_case": st.booleans(), "note": TEXTS},
        ),
        st.just({"kind": "condition", "field": "account_id", "op": "exists"}),
        st.fixed_dictionaries(
            {
                "kind": st.just("condition"),
                "field": st.sampled_from(["attributes.plan", "model"]),
                "op": st.just("equals"),
                "value": st.one_of(WORDS, NUMBERS, st.booleans()),
            }
        ),
    ]
    if shared:
        leaves.append(st.fixed_dictionaries({"kind": st.just("rule"), "name": st.sampled_from(list(shared))}))
    return st.recursive(
        st.one_of(leaves),
        lambda inner: st.one_of(
            st.fixed_dictionaries(
                {"kind": st.sampled_from(["all", "any"]), "rules": st.lists(inner, min_size=1, max_size=3)}
            ),
            st.fixed_dictionaries({"kind": st.just("not"), "rule": inner}),
        ),
        max_leaves=4,
    )


def _identified(member: str, others: Any) -> st.SearchStrategy[list[Json]]:
    colleagues = {
        "title": TEXTS,
        "owner": TEXTS,
        "tags": st.lists(TEXTS.filter(bool), max_size=3, unique=True),
        "waivers": st.lists(st.fixed_dictionaries({"rule": WORDS, "reason": WORDS}), max_size=2),
    }
    objects = st.fixed_dictionaries({member: IDENTITIES}, optional={**colleagues, **others()})
    return st.lists(objects, max_size=4, unique_by=lambda item: item[member])


def _nothing() -> Json:
    return {}


def _tool_members(names: Sequence[str]) -> Json:
    return {
        "name": WORDS,
        "description": TEXTS,
        "parameters": st.fixed_dictionaries(
            {"type": st.just("object")},
            optional={
                "properties": st.dictionaries(
                    WORDS, st.sampled_from([{"type": "string"}, {"type": "number", "minimum": -0.0}]), max_size=3
                ),
                "x-free": VALUES,
            },
        ),
        "allow": rule_trees(names),
        "return_direct": st.booleans(),
        "sensitive": st.booleans(),
        "sequential": st.booleans(),
        "executor": st.one_of(
            st.just({"kind": "client"}),
            st.fixed_dictionaries({"kind": st.just("python"), "function": WORDS}, optional={"timeout": st.just(1.5)}),
            st.just({"kind": "mcp", "connection": "crm", "tool": "find", "idempotent": True}),
        ),
    }


def _group_members(keys: Sequence[str], names: Sequence[str]) -> Json:
    return {
        "description": TEXTS,
        "system_prompt": TEXTS,
        "tools": _some_of(keys),
        "matcher": rule_trees(names),
        "enabled": st.booleans(),
    }


def _prompt_members(keys: Sequence[str], groups: Sequence[str]) -> Json:
    choices: list[Any] = ["auto", "none", "required", *({"tool": key} for key in keys)]
    return {
        "system_message": TEXTS,
        "tools": _some_of(keys),
        "groups": _some_of(groups),
        "tool_choice": st.sampled_from(choices),
        "default_model": TEXTS,
        "metadata": st.dictionaries(TEXTS, VALUES, max_size=3),
    }


def _some_of(identities: Sequence[str]) -> st.SearchStrategy[list[str]]:
    return st.permutations(identities).flatmap(
        lambda order: st.integers(0, len(order)).map(lambda count: list(order[:count]))
    )
