"""Documents and contexts as hypothesis draws them: small alphabets, so that rules and texts meet often."""

from typing import Any

from hypothesis import strategies as st

LETTERS = "aAbsSßΣσςİiI天气订单 "
TEXTS = st.text(LETTERS, max_size=12)
WORDS = st.text(LETTERS, max_size=3)
SCALARS = st.one_of(WORDS, st.booleans(), st.sampled_from([0, 1, 1.0, 2**63, -0.0, "1", "true"]), st.integers(-2, 2))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xy"), inner, max_size=2),
    max_leaves=4,
)
FIELDS = st.sampled_from(["account_id", "model", "user_text", "attributes.plan", "attributes.tags"])
SCOPES = st.sampled_from([{}, {"scope": "all_user"}, {"scope": "last_n_user", "n": 2}, {"scope": "conversation"}])
PATTERNS = st.sampled_from(["天.?气", "a+b", "订单|天气", "^a", "[ab]s", "(?:单|气) *a", "σ"])


def _leaf(kind: str, **members: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **members})


def _scoped(rule: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(lambda node, scope: {**node, **scope}, rule, SCOPES)


LEAVES = st.one_of(
    _leaf("always"),
    _scoped(_leaf("prompt_contains", keywords=st.lists(WORDS, min_size=1, max_size=4), ignore_case=st.booleans())),
    _scoped(_leaf("prompt_matches", pattern=PATTERNS)),
    _leaf("condition", field=FIELDS, op=st.just("exists")),
    _leaf("condition", field=FIELDS, op=st.just("equals"), value=VALUES, ignore_case=st.booleans()),
    _leaf(
        "condition",
        field=FIELDS,
        op=st.just("in"),
        value=st.lists(VALUES, min_size=1, max_size=3),
        ignore_case=st.booleans(),
    ),
    _leaf("condition", field=FIELDS, op=st.just("contains"), value=SCALARS, ignore_case=st.booleans()),
    _leaf(
        "condition",
        field=FIELDS,
        op=st.sampled_from(["starts_with", "ends_with"]),
        value=WORDS,
        ignore_case=st.booleans(),
    ),
    _leaf("rule", name=st.sampled_from(["shared-0", "shared-1"])),
)
RULES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        _leaf("all", rules=st.lists(inner, min_size=1, max_size=3)),
        _leaf("any", rules=st.lists(inner, min_size=1, max_size=3)),
        _leaf("not", rule=inner),
    ),
    max_leaves=6,
)
_UNSHARED = RULES.filter(
    lambda rule: '"rule", "name"' not in str(rule).replace("'", '"') and "shared-" not in str(rule)
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A document with one prompt `p`, up to six groups with a tool each, and two shared rules."""
    rules = draw(st.lists(st.none() | RULES, min_size=1, max_size=6))
    names = [f"group-{place}" for place in range(len(rules))]
    return {
        "format": 1,
        "tools": [
            {"key": f"tool-{name}", "name": draw(st.sampled_from(["alike", f"tool-{name}"])), "description": name}
            for name in names
        ],
        "rules": [{"name": f"shared-{place}", "definition": draw(_UNSHARED)} for place in range(2)],
        "groups": [
            {
                "name": name,
                "system_prompt": draw(WORDS),
                "tools": [f"tool-{name}"],
                "enabled": draw(st.sampled_from([True, True, True, False])),
            }
            | ({} if rule is None else {"matcher": rule})
            for name, rule in zip(names, rules, strict=True)
        ],
        "prompts": [
            {
                "name": "p",
                "groups": names,
                "system_message": draw(WORDS),
                "default_model": draw(st.sampled_from(["a", "bs"])),
            }
        ],
    }


_CONTENTS = st.one_of(
    TEXTS,
    st.none(),
    st.lists(st.fixed_dictionaries({"type": st.sampled_from(["text", "input_text"]), "text": TEXTS}), max_size=2),
)
_MESSAGES = st.fixed_dictionaries(
    {"role": st.sampled_from(["system", "developer", "user", "user", "assistant", "tool"]), "content": _CONTENTS}
)


@st.composite
def contexts(draw: st.DrawFn) -> dict[str, Any]:
    """A context for the prompt `p`."""
    return {
        "prompt": "p",
        "messages": draw(st.lists(_MESSAGES, max_size=5)),
        "account_id": draw(st.none() | WORDS | st.integers(0, 1)),
        "options": draw(st.fixed_dictionaries({}, optional={"model": st.none() | WORDS})),
        "attributes": draw(
            st.fixed_dictionaries({}, optional={"plan": st.none() | VALUES, "tags": st.none() | VALUES})
        ),
    }
