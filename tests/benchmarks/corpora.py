"""Made-up catalogs and messages, half Chinese and half English, the same at every run."""

import random
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
HAN = [chr(code) for code in range(0x4E00, 0x5E00)]
LATIN = "abcdefghijklmnopqrstuvwxyz"


def words(rng: random.Random, count: int) -> list[str]:
    """Distinct words, 60 % Chinese of three or four characters, the others English of eight letters."""
    made: dict[str, None] = {}
    while len(made) < count:
        han = rng.random() < 0.6
        made["".join(rng.choices(HAN, k=rng.choice((3, 4)))) if han else "".join(rng.choices(LATIN, k=8))] = None
    return list(made)


def keyword_groups(rng: random.Random, count: int) -> list[list[str]]:
    """Ten keywords for each group."""
    all_words = words(rng, count * 10)
    return [all_words[place * 10 : place * 10 + 10] for place in range(count)]


def message(rng: random.Random, length: int, planted: Sequence[str]) -> str:
    """A message of about `length` characters with the planted words spread in it."""
    pieces = list(planted)
    size = sum(map(len, pieces))
    while size < length:
        piece = "".join(rng.choices(HAN, k=2)) if rng.random() < 0.5 else "".join(rng.choices(LATIN, k=5)) + " "
        pieces.append(piece)
        size += len(piece)
    rng.shuffle(pieces)
    return "，".join(pieces)[:length] if not planted else " ".join(pieces)


def keyword_rule(keywords: list[str], place: int) -> Json:
    return {"kind": "prompt_contains", "keywords": keywords, "ignore_case": place % 2 == 0}


def pattern_rule(keywords: list[str], place: int) -> Json:
    return {"kind": "prompt_matches", "pattern": f"({'|'.join(keywords)})"}


def attribute_rule(keywords: list[str], place: int) -> Json:
    plan = {"kind": "condition", "field": "attributes.plan", "op": "equals", "value": keywords[0]}
    return {"kind": "all", "rules": [plan, {"kind": "condition", "field": "account_id", "op": "exists"}]}


def mixed_rule(keywords: list[str], place: int) -> Json:
    if place % 4 == 0:
        return keyword_rule(keywords, place)
    if place % 4 == 1:
        return pattern_rule(keywords, place)
    if place % 4 == 2:
        return {"kind": "all", "rules": [keyword_rule(keywords, place), attribute_rule(keywords, place)]}
    account = {"kind": "condition", "field": "account_id", "op": "exists"}
    return {
        "kind": "all",
        "rules": [keyword_rule(keywords, place), {"kind": "not", "rule": {"kind": "not", "rule": account}}],
    }


def document(groups: list[list[str]], rule: Any = keyword_rule) -> Json:
    """One prompt `p` over the groups; each has one tool of its own and a short prompt."""
    return {
        "format": 1,
        "tools": [
            {
                "key": f"tool_{place}",
                "description": f"Looks up what group {place} is about, by its number.",
                "parameters": {
                    "type": "object",
                    "properties": {"number": {"type": "string", "description": "The number to look up."}},
                    "required": ["number"],
                },
            }
            for place in range(len(groups))
        ],
        "groups": [
            {
                "name": f"group-{place}",
                "system_prompt": f"Use tool {place} for what its group is about.",
                "tools": [f"tool_{place}"],
                "matcher": rule(keywords, place),
            }
            for place, keywords in enumerate(groups)
        ],
        "prompts": [
            {
                "name": "p",
                "system_message": "You are a helpful assistant.",
                "groups": [f"group-{place}" for place in range(len(groups))],
            }
        ],
    }
