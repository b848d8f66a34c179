"""Hidden characters in any text of a document."""

from typing import Any

import pytest

from tests.engine.linting.linted import Json, contains, document, findings, group, paths, tool, with_tool

HIDDEN = "a\u200bb"


@pytest.mark.parametrize(
    ("members", "path"),
    [
        pytest.param({"description": f"Reads {HIDDEN} of all cities"}, ".description", id="description"),
        pytest.param({"name": HIDDEN}, ".name", id="name"),
        pytest.param({"tags": ["x", HIDDEN]}, ".tags[1]", id="tag"),
        pytest.param(
            {"parameters": {"type": "object", "properties": {HIDDEN: {"description": "It."}}}},
            f'.parameters.properties["{HIDDEN}"]',
            id="name of a parameter",
        ),
        pytest.param({"allow": contains(HIDDEN)}, ".allow.keywords[0]", id="keyword"),
    ],
)
def test_a_hidden_character_is_told_where_it_stands(members: Json, path: str) -> None:
    assert paths(with_tool(**members), "hidden_characters") == [f"$.tools[0]{path}"]


def test_every_kind_of_object_is_looked_at() -> None:
    linted = document(
        group("g", "t", system_prompt=HIDDEN),
        tools=[tool("t", title=HIDDEN)],
        rules=({"name": "r", "title": HIDDEN, "definition": {"kind": "always"}},),
        prompt={"system_message": HIDDEN},
    )

    found = findings(linted, "hidden_characters")

    assert [(finding.kind, finding.field) for finding in found] == [
        ("tool", "title"),
        ("rule", "title"),
        ("group", "system_prompt"),
        ("prompt", "system_message"),
    ]


@pytest.mark.parametrize("text", ["天气 ß\u00a0\u3000", "🎁", "plain"])
def test_characters_that_are_seen(text: str) -> None:
    assert not paths(with_tool(title=text, description=f"Reads the weather of a city {text}"), "hidden_characters")


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("\u200b\u200b\u202e", {"characters": "U+200B, U+202E", "number": 3}),
        (
            "".join(map(chr, range(0xE0041, 0xE0049))),
            {"characters": "U+E0041, U+E0042, U+E0043, U+E0044, U+E0045…", "number": 8},
        ),
    ],
)
def test_hidden_characters_are_named_and_counted(text: str, params: dict[str, Any]) -> None:
    [finding] = findings(with_tool(title=text), "hidden_characters")

    assert finding.params == params
