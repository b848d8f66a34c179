"""Whatever is saved and published meanwhile, an answer is of one release, and the same in every process."""

import json

from tests.faults.clients import Heard, asked, asking, says
from tests.faults.documents import WORDS, is_whole, lead
from tests.faults.servers import wait_until
from tests.faults.shop import Shop

SAVED = 50  # a thousand in `python -m tests.benchmarks --long`
PUBLISHED = 30


def test_two_processes_give_twenty_answers_of_the_same_bytes(shop: Shop) -> None:
    """Field case 6."""
    question = shop.question(says(f"it may {WORDS[0]} or {WORDS[1]}", prompt="weather") | {"account_id": "user-1"})

    answers = [asked(question).body for _ in range(20)]

    assert len({without_decision_id(answer) for answer in answers}) == 1
    assert len({json.loads(answer)["decision_id"] for answer in answers}) == 20


def test_while_a_rule_is_saved_and_published_again_and_again_only_before_and_after_are_seen(shop: Shop) -> None:
    """Field case 8: rain in one release, snow in the next, hence never both, never neither, and no fault."""
    texts = (*WORDS, f"{WORDS[0]} and {WORDS[1]}", "sunshine")

    with asking(*(shop.question(says(text, prompt="weather")) for text in texts)) as clients:
        flipped = shop.office("flip", times=SAVED)
        wait_until(lambda: shop.answers_by(flipped["number"]), at_most=5)

    assert {each.status for each in clients.heard} == {200}
    assert len({seen(each) for each in clients.heard}) > 10
    assert not [each.body for each in clients.heard if not is_before_or_after(each, **flipped)]


def test_while_releases_follow_one_another_every_answer_is_wholly_of_one(shop: Shop) -> None:
    with asking(*[shop.question(says("hello", prompt="numbered"))] * 4) as clients:
        number = shop.office("publish_next", objects=shop.objects, times=PUBLISHED)["number"]
        wait_until(lambda: shop.answers_by(number), at_most=5)

    assert {each.status for each in clients.heard} == {200}
    assert len({seen(each) for each in clients.heard}) > PUBLISHED / 2
    assert not [each.body for each in clients.heard if not is_whole(each.json, shop.objects)]
    assert len({lead(each.json, shop.objects) for each in clients.heard}) == 1


def test_two_publishes_within_a_second_are_two_versions_for_everybody(shop: Shop) -> None:
    """Field case 46: also when the second brings back what was before the first."""
    question = shop.question(says("sunshine", prompt="weather"))
    before = shop.office("flip", times=1)["number"]
    wait_until(lambda: shop.answers_by(before), at_most=5)

    with asking(question, question) as clients:
        after = shop.office("flip", times=2)["number"]
        wait_until(lambda: shop.answers_by(after), at_most=5)

    releases = {each.json["release"]["number"]: each.json["release"]["digest"] for each in clients.heard}
    assert after == before + 2
    assert {before, after} <= set(releases) <= {before, before + 1, after}
    assert releases[before] == releases[after]


def seen(heard: Heard) -> int:
    """The number of the release that answered."""
    number: int = heard.json["release"]["number"]
    return number


def is_before_or_after(heard: Heard, number: int, word: str) -> bool:
    """Whether the group hit exactly for the word of the release that answered, when the last one and its word were these."""
    expected = WORDS[(WORDS.index(word) + number - seen(heard)) % 2]
    return bool(heard.json["groups"]) == (expected in str(heard.json["messages"]))


def without_decision_id(answer: bytes) -> bytes:
    identity = json.loads(answer)["decision_id"].encode()
    return answer.replace(identity, b"")
