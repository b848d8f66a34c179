"""The one spelling of documents, and the digests over it."""

import json
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.document import (
    assemble,
    canonical_document,
    canonical_text,
    document_digest,
    fragment_of,
    fragments,
    read_document,
)
from toolgroups_admin.engine.document.limits import INTEGER_BITS
from toolgroups_admin.engine.errors import InvalidDocument

Json = dict[str, Any]
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1, max_size=3)
NUMBERS = st.integers(-(2**INTEGER_BITS) + 1, 2**INTEGER_BITS - 1) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
FREE = st.dictionaries(
    TEXTS,
    st.recursive(
        st.none() | st.booleans() | NUMBERS | TEXTS,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=5,
    ),
    max_size=3,
)
RULES = st.recursive(
    st.just({"kind": "always"})
    | st.fixed_dictionaries(
        {"kind": st.just("prompt_contains"), "keywords": st.lists(TEXTS, max_size=2)},
        optional={"ignore_case": st.booleans(), "scope": st.sampled_from(["last_user", "all_user"]), "note": TEXTS},
    )
    | st.fixed_dictionaries({"args": FREE, "name": TEXTS, "kind": st.just("python")}),
    lambda inner: (
        st.fixed_dictionaries(
            {"rules": st.lists(inner, min_size=1, max_size=2), "kind": st.sampled_from(["all", "any"])}
        )
        | st.fixed_dictionaries({"rule": inner, "kind": st.just("not")})
    ),
    max_leaves=4,
)
EXECUTORS = st.sampled_from(
    [
        {"kind": "client"},
        {"timeout": 1, "kind": "python", "function": "f"},
        {"tool": "x", "connection": "c", "kind": "mcp"},
    ]
)


@st.composite
def documents(draw: st.DrawFn) -> Json:
    """A legal document, its members and objects in any order."""
    keys = draw(st.lists(NAMES, max_size=3, unique=True))
    groups = draw(st.lists(NAMES, max_size=3, unique=True))
    tools = [_tool(draw, key) for key in keys]
    return {
        "prompts": [
            {"metadata": draw(FREE), "groups": groups, "tools": keys, "name": name}
            for name in draw(st.sets(NAMES, max_size=2))
        ],
        "groups": [
            {"tools": keys[:1], "name": name, "matcher": draw(st.none() | RULES), "enabled": draw(st.booleans())}
            for name in groups
        ],
        "rules": [{"definition": draw(RULES), "name": name} for name in draw(st.sets(NAMES, max_size=2))],
        "tools": tools,
        "format": 1,
    }


def _tool(draw: st.DrawFn, key: str) -> Json:
    members = {
        "executor": EXECUTORS,
        "allow": st.none() | RULES,
        "description": TEXTS,
        "name": st.just(key) | NAMES,
        "parameters": FREE.map(lambda free: {"default": free}),
        "waivers": st.lists(st.just({"reason": "r", "rule": "x"}), max_size=1),
    }
    return draw(st.fixed_dictionaries({}, optional=members)) | {"key": key}


@given(documents())
def test_the_canonical_form_of_a_canonical_document_is_itself(document: Json) -> None:
    canonical = canonical_document(document)

    assert canonical_text(canonical_document(canonical)) == canonical_text(canonical)
    assert read_document(canonical) == read_document(canonical_document(document))


@given(documents())
def test_document_to_fragments_to_document_is_the_identity_for_canonical_documents(document: Json) -> None:
    canonical = canonical_document(document)

    assembled = assemble(1, [(fragment.kind, fragment.text) for fragment in fragments(canonical)])

    assert canonical_text(assembled) == canonical_text(canonical)


@given(documents(), st.randoms())
def test_the_digest_does_not_depend_on_the_order_of_objects_and_members(document: Json, random: Any) -> None:
    shuffled = {member: document[member] for member in random.sample(list(document), len(document))}
    for section in ("tools", "rules", "groups", "prompts"):
        objects = [dict(random.sample(list(item.items()), len(item))) for item in document[section]]
        shuffled[section] = random.sample(objects, len(objects))

    assert digest_of(shuffled) == digest_of(document)


@given(documents())
def test_the_canonical_form_says_the_same_and_leaves_its_input_alone(document: Json) -> None:
    before = json.dumps(document)

    canonical = canonical_document(document)

    assert json.dumps(document) == before
    by_key = {tool.key: tool for tool in read_document(document).tools}
    for tool in read_document(canonical).tools:
        original = by_key[tool.key]
        assert (tool.name or tool.key, tool.model_dump(exclude={"name"})) == (
            original.name or original.key,
            original.model_dump(exclude={"name"}),
        )


@given(FREE)
def test_text_read_back_is_the_same_text(value: Json) -> None:
    assert canonical_text(json.loads(canonical_text(value))) == canonical_text(value)


def digest_of(document: Json) -> str:
    return document_digest(1, [fragment.digest for fragment in fragments(document)])


def test_members_stand_in_design_order_and_defaults_are_left_out() -> None:
    tool = {"executor": {"kind": "client"}, "sensitive": False, "description": "d", "name": "k", "tags": [], "key": "k"}
    group: Json = {"enabled": True, "matcher": None, "tools": [], "system_prompt": "s", "description": "", "name": "g"}
    prompt = {"metadata": {}, "default_model": None, "tool_choice": {"tool": "k"}, "groups": ["g"], "name": "p"}

    canonical = canonical_document({"prompts": [prompt], "groups": [group], "tools": [tool], "rules": [], "format": 1})

    assert canonical_text(canonical) == (
        '{"format":1,"tools":[{"key":"k","description":"d"}],"groups":[{"name":"g","system_prompt":"s"}],'
        '"prompts":[{"name":"p","groups":["g"],"tool_choice":{"tool":"k"}}]}'
    )


def test_a_wire_name_of_its_own_stays() -> None:
    assert fragment_of("tool", {"name": "n", "key": "k"}).text == '{"key":"k","name":"n"}'


def test_members_of_rules_stand_in_design_order() -> None:
    rule = {
        "weekly": [{"end": "2", "start": "1", "days": ["mon"]}],
        "until": "u",
        "from": "f",
        "note": "",
        "kind": "schedule",
    }

    text = fragment_of("rule", {"definition": rule, "name": "r"}).text

    assert text == (
        '{"name":"r","definition":{"kind":"schedule","from":"f","until":"u",'
        '"weekly":[{"days":["mon"],"start":"1","end":"2"}]}}'
    )


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1e2", "100.0"),
        ("-0.0", "-0.0"),
        ("-0", "0"),
        ("1.0", "1.0"),
        ("100000000000000000000000000000000000001", "100000000000000000000000000000000000001"),
        ("1E400", None),
        ("0.1", "0.1"),
        ("1e-7", "1e-07"),
        ('"\\u5929\\u6c14\\ud83d\\ude00\\u2028/"', '"天气😀\u2028/"'),
        ('"\\u0001\\u007f"', '"\\u0001\x7f"'),
        ('{"b": 1, "a": [ ]}', '{"b":1,"a":[]}'),
    ],
)
def test_values_are_spelled_as_pythons_json_writes_them(written: str, canonical: str | None) -> None:
    parameters = f'{{"key": "k", "parameters": {{"default": {written}}}}}'
    if canonical is None:
        with pytest.raises(InvalidDocument):
            fragment_of("tool", json.loads(parameters))
    else:
        text = fragment_of("tool", json.loads(parameters)).text
        assert text == f'{{"key":"k","parameters":{{"default":{canonical}}}}}'


def test_objects_are_sorted_in_utf8_byte_order_and_lists_keep_theirs() -> None:
    keys = ["é", "z", "😀", "\uffff", "Z", "天"]
    document = {"format": 1, "tools": [{"key": key} for key in keys], "groups": [{"name": "g", "tools": keys}]}

    canonical = canonical_document(document)

    assert [tool["key"] for tool in canonical["tools"]] == sorted(keys, key=str.encode)
    assert canonical["groups"][0]["tools"] == keys


def test_scenarios_stay_in_the_document_and_out_of_fragments() -> None:
    document = {"format": 1, "scenarios": [{"z": 1, "a": 2}], "tools": [{"key": "k"}]}

    assert list(canonical_document(document)) == ["format", "tools", "scenarios"]
    assert canonical_document(document)["scenarios"] == [{"z": 1, "a": 2}]
    assert [fragment.identity for fragment in fragments(document)] == ["k"]


def test_a_fragments_digest_is_the_sha256_of_its_utf8_bytes() -> None:
    fragment = fragment_of("group", {"name": "天气"})

    assert fragment.digest == sha256('{"name":"天气"}'.encode()).hexdigest()
    assert (fragment.kind, fragment.identity) == ("group", "天气")


def test_the_documents_digest_is_over_the_format_and_the_digests_in_order() -> None:
    assert document_digest(1, ["aa", "bb"]) == sha256(b"1\naa\nbb\n").hexdigest()
    assert document_digest(1, []) != document_digest(2, [])


def test_a_fragment_of_a_broken_object_says_where_it_is_broken() -> None:
    with pytest.raises(InvalidDocument) as caught:
        fragment_of("group", {"name": "g", "matcher": {"kind": "all", "rules": [{}]}})

    assert [(fault.code, fault.path) for fault in caught.value.faults] == [("missing_kind", "$.matcher.rules[0]")]


def test_a_document_of_broken_shape_has_no_canonical_form() -> None:
    for spelled in (canonical_document, fragments):
        with pytest.raises(InvalidDocument):
            spelled({"format": 1, "tools": [{}]})


def test_references_are_not_checked_for_the_canonical_form() -> None:
    document = {"format": 1, "groups": [{"name": "g", "tools": ["elsewhere"]}]}

    assert canonical_document(document) == document


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_cannot_hold_has_no_text(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_text(value)


def test_what_is_nested_without_end_has_no_text() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]

    with pytest.raises(ValueError, match="too deeply"):
        canonical_text(value)
