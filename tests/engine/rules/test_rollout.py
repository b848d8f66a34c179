"""A stable share of all values."""

from hashlib import sha256
from typing import Any

import pytest

from tests.engine.rules.ruling import has, refusal, ruling


def rollout(percent: Any, salt: str = "s", by: str = "attributes.x") -> dict[str, Any]:
    return {"kind": "rollout", "percent": percent, "by": by, "salt": salt}


def share(salt: str, text: str) -> float:
    return int.from_bytes(sha256(salt.encode() + b"\0" + text.encode()).digest()[:8], "big") / 2**64 * 100


@pytest.mark.parametrize("percent", [0, 0.001, 12.5, 50, 99.999, 100])
def test_a_value_is_in_when_its_hash_falls_below_the_share(percent: float) -> None:
    asked = ruling(rollout(percent))

    for number in range(300):
        assert asked.verdict(has(x=f"user-{number}")) is (share("s", f"user-{number}") < percent)


def test_another_salt_chooses_others() -> None:
    one, other = ruling(rollout(50, "a")), ruling(rollout(50, "b"))
    users = [has(x=f"user-{number}") for number in range(64)]

    assert [one.verdict(user) for user in users] != [other.verdict(user) for user in users]


def test_a_whole_number_counts_as_its_digits_however_it_is_written() -> None:
    asked = ruling(rollout(50))

    for number in range(64):
        verdicts = {asked.verdict(has(x=one)) for one in (number, float(number), str(number))}
        assert verdicts == {share("s", str(number)) < 50}


@pytest.mark.parametrize("value", [1.5, True, [1], {}, float("nan"), float("inf"), object()])
def test_other_values_are_unknown(value: Any) -> None:
    assert ruling(rollout(100)).verdict(has(x=value)) is None
    assert ruling(rollout(100)).evidence(has(x=value)).verdict == "unknown"


def test_a_number_too_long_to_write_is_unknown() -> None:
    assert ruling(rollout(100)).verdict(has(x=10**5000)) is None


def test_a_missing_value_is_out() -> None:
    assert ruling(rollout(100)).verdict(has()) is False
    assert ruling(rollout(100)).evidence(has()).reason == "field_missing"


def test_a_lone_surrogate_has_its_place_too() -> None:
    assert ruling(rollout(100)).verdict(has(x="\ud800")) is True


def test_evidence_names_place_and_share() -> None:
    inside, outside = ruling(rollout(100)).evidence(has(x="u")), ruling(rollout(0)).evidence(has(x="u"))

    assert (inside.verdict, inside.reason, inside.expected) == ("true", "in_rollout", 100)
    assert (outside.verdict, outside.reason) == ("false", "not_in_rollout")
    assert inside.actual == pytest.approx(share("s", "u"), abs=0.001)


@pytest.mark.parametrize("percent", [-1, 100.001, float("nan"), float("inf")])
def test_a_share_outside_0_to_100_is_refused(percent: float) -> None:
    assert refusal(rollout(percent)) == [("percent_out_of_range", "$.matcher.percent")]


def test_a_share_has_three_decimals() -> None:
    assert refusal(rollout(0.0001)) == [("percent_too_fine", "$.matcher.percent")]
    assert refusal(rollout(33.333)) == []


def test_a_salt_and_a_known_field_are_needed() -> None:
    assert refusal(rollout(5, " ", "x")) == [("unknown_field", "$.matcher.by"), ("blank_salt", "$.matcher.salt")]
