"""What the shop sells: objects that carry numbers, a rule that is flipped, and perhaps a thousand groups beside them."""

import random
from typing import Any

from tests.benchmarks.corpora import document as corpus
from tests.benchmarks.corpora import keyword_groups

Json = dict[str, Any]
FLIPPED = 4  # the objects that are not numbered: two prompts, the flipped group, its tool
CIRCLE = 60  # numbers go in a circle, so that most documents were probed before, which is remembered for the last 64
WORDS = ("snow", "rain")


def document(*, objects: int, groups: int = 0) -> Json:
    """So many objects, half of them tools and half groups that are numbered; and with `groups` a large prompt `p` more."""
    numbers = range(places(objects))
    large = corpus(keyword_groups(random.Random(groups), groups)) if groups else corpus([])
    large["tools"] += [{"key": f"tool-{number}"} for number in numbers] + [{"key": "get_weather"}]
    large["groups"] += [{"name": f"place-{number}", "system_prompt": f"of place {number}"} for number in numbers]
    large["groups"].append({"name": "weather", "tools": ["get_weather"], "matcher": rule_of(WORDS[0])})
    if not groups:
        large["prompts"] = []
    large["prompts"] += [numbered(1, objects), {"name": "weather", "groups": ["weather"]}]
    return large


def numbered(turn: int, objects: int) -> Json:
    """The prompt that carries a number: in its system message, the tool that it always sends and the group that it judges."""
    place = turn % circle(objects)
    return {
        "name": "numbered",
        "system_message": f"turn {place}",
        "tools": [f"tool-{place}"],
        "groups": [f"place-{place}"],
    }


def places(objects: int) -> int:
    """How many numbered tools there are, and how many groups."""
    return (objects - FLIPPED) // 2


def circle(objects: int) -> int:
    """After how many turns the same number comes again."""
    return min(places(objects), CIRCLE)


def turn_of(system_message: str) -> int:
    """The number that a system message of the prompt `numbered` carries."""
    return int(system_message.split()[1])


def is_whole(answer: Json, objects: int) -> bool:
    """Whether all parts of an answer for the prompt `numbered` carry the number of its system message."""
    expected = numbered(turn_of(answer["system_prompt"]), objects)
    [group] = expected["groups"]
    return bool(
        answer["system_prompt"] == f"{expected['system_message']}\n\nof {group.replace('-', ' ')}"
        and answer["groups"] == expected["groups"]
        and [tool["function"]["name"] for tool in answer["tools"]] == expected["tools"]
    )


def lead(answer: Json, objects: int) -> int:
    """By how much the number is ahead of the release's: the same in all answers while nothing else is published."""
    return int(turn_of(answer["system_prompt"]) - answer["release"]["number"]) % circle(objects)


def rule_of(word: str) -> Json:
    """The rule of the group `weather`, which hits for one of two words."""
    return {"kind": "prompt_contains", "keywords": [word]}
