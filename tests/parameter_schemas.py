"""Parameter schemas that a tool may have, the odd ones too."""

from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["q", "city", "order-no", "filter[id]", "a b", "城市", "", "__proto__", "10", "2"])
TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"]
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-5, 10**20), st.sampled_from([1.0, -0.0, 1e30, 0.1]), WORDS)
VALUES_OF_ANY_KIND = VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(NAMES, VALUES, max_size=2)


def _schemas_over(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True),
            "description": WORDS,
            "title": st.just("t"),
            "enum": st.lists(VALUES_OF_ANY_KIND, max_size=3),
            "default": VALUES_OF_ANY_KIND,
            "const": VALUES,
            "pattern": st.just("^a$"),
            "minimum": st.sampled_from([0, 1.0, 1e2]),
            "properties": st.dictionaries(NAMES, below, max_size=3),
            "required": st.lists(NAMES, max_size=2, unique=True),
            "items": below,
            "additionalProperties": below,
            "anyOf": st.lists(below, min_size=1, max_size=2),
            "$ref": st.just("#/$defs/x"),
            "$defs": st.dictionaries(st.just("x"), below, max_size=1),
        },
    )


schemas: st.SearchStrategy[Any] = st.recursive(st.booleans(), _schemas_over, max_leaves=8)
parameters: st.SearchStrategy[Any] = _schemas_over(schemas)
