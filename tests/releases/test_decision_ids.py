"""Identifiers of decisions."""

import time
from uuid import UUID

from toolgroups_admin.releases.decision_ids import new_decision_id


def test_an_id_is_a_uuid_of_version_7() -> None:
    made = UUID(new_decision_id())

    assert (made.version, made.variant) == (7, "specified in RFC 4122")


def test_an_id_holds_the_time_in_milliseconds() -> None:
    before = time.time_ns() // 1_000_000
    made = UUID(new_decision_id()).int >> 80
    after = time.time_ns() // 1_000_000

    assert before <= made <= after


def test_ids_differ() -> None:
    assert len({new_decision_id() for _ in range(10_000)}) == 10_000
