"""Redis wakes those who follow, and costs nothing when it is dead."""

import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import transaction
from pytest_django.fixtures import Settings

from tests.faults.servers import Redis, wait_until
from tests.live_state import own_live_state
from tests.releases.editing import contains, draft_has_weather, edit
from tests.releases.processes import database_address, lines_of, process
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.releases import live
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.promoting import promote
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.replacing import replace
from toolgroups_admin.releases.rolling_back import roll_back
from toolgroups_admin.releases.switching import lift, switch_off
from toolgroups_admin.releases.waking import Waking, wake_on_commit

__all__ = ["own_live_state"]

committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture
def waking(waking_redis: Redis, settings: Settings) -> Redis:
    """Redis is used, and nobody looks unless woken."""
    settings.REDIS_URL = waking_redis.url
    settings.LIVE_POLL_SECONDS = 60
    return waking_redis


@pytest.fixture
def production() -> Environment:
    return Environment.objects.get(name="production")


@pytest.fixture
def messages(waking: Redis) -> Iterator[Any]:
    """What is said on the channel, to be counted."""
    with redis.Redis.from_url(waking.url) as client, client.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe("toolgroups-live-0")
        heard.get_message(timeout=1)
        yield heard


def counted(messages: Any) -> int:
    """How many messages there are, once there is quiet."""
    count = 0
    while messages.get_message(timeout=0.1) is not None:
        count += 1
    return count


@committed
def test_each_change_of_what_is_live_is_one_message(production: Environment, messages: Any) -> None:
    staging = Environment.objects.get(name="staging")
    group = draft_has_weather()
    first = publish(production, by=None)
    edit(group, matcher=contains("snow"))
    publish(production, by=None)
    published = counted(messages)

    roll_back(production, to=first, by=None)
    promote(staging, release=first, by=None)
    lift(switch_off(production, Kind.GROUP, "weather", reason="why", by=None), by=None)
    revoke(make_key(production, name="shop", scopes=["resolve"], by=None)[0], by=None)

    assert published == 2
    assert counted(messages) == 6


@committed
def test_what_is_taken_back_wakes_nobody(messages: Any) -> None:
    with transaction.atomic():
        wake_on_commit()
        transaction.set_rollback(True)

    assert counted(messages) == 0


@committed
def test_who_follows_is_woken_and_again_after_redis_was_away(production: Environment, waking: Redis) -> None:
    group = draft_has_weather()
    live.start()
    wait_until(lambda: live.redis_error() is None, at_most=5)

    publish(production, by=None)
    first = wait_until(lambda: "production" in live.current().releases, at_most=5)
    waking.kill()
    wait_until(lambda: live.redis_error() is not None, at_most=5)
    edit(group, matcher=contains("snow"))
    begun = time.monotonic()
    publish(production, by=None)
    published_without = time.monotonic() - begun
    waking.start()
    wait_until(lambda: live.current().releases["production"].number == 2, at_most=5)
    edit(group, matcher=contains("hail"))
    publish(production, by=None)
    again = wait_until(lambda: live.current().releases["production"].number == 3, at_most=5)

    assert max(first, again) < 1
    assert published_without < 3


def test_a_redis_that_hangs_is_told_and_one_that_goes_on_is_heard_again(waking: Redis) -> None:
    woken = threading.Event()
    listening = Waking(waking.url, woken, quiet=0.1)
    wait_until(lambda: listening.error is None, at_most=5)

    waking.hold()
    wait_until(lambda: listening.error is not None, at_most=5)
    waking.go_on()
    wait_until(lambda: listening.error is None, at_most=5)
    begun = time.monotonic()
    listening.stop()

    assert woken.is_set()
    assert time.monotonic() - begun < 1


def test_an_address_that_is_none_is_an_error_to_be_told() -> None:
    listening = Waking("nonsense", threading.Event())
    wait_until(lambda: "scheme" in (listening.error or ""), at_most=5)

    listening.stop()


FOLLOWER = """
import time
live.start()
print("ready", flush=True)
for line in sys.stdin:
    let_in, tokens = json.loads(line)
    begun = time.monotonic()
    while time.monotonic() - begun < 10:
        state = live.current()
        if [state.key_for(token) is not None for token in tokens] == let_in:
            break
        time.sleep(0.01)
    print(time.monotonic() - begun, flush=True)
"""


@committed
def test_keys_made_rotated_and_revoked_count_within_two_seconds_in_a_process_that_only_redis_wakes(
    production: Environment, waking: Redis, tmp_path: Path
) -> None:
    there = {"REDIS_URL": waking.url, "LIVE_POLL_SECONDS": "60"}
    with process(FOLLOWER, database=database_address(), state_file=tmp_path / "state.json", **there) as follower:
        said = lines_of(follower)
        assert next(said).strip() == "ready"

        def seconds_until(*let_in: tuple[str, bool]) -> float:
            assert follower.stdin is not None
            tokens, wanted = zip(*let_in, strict=True)
            follower.stdin.write(json.dumps([wanted, tokens]) + "\n")
            follower.stdin.flush()
            return float(next(said))

        key, old = make_key(production, name="shop", scopes=["resolve"], by=None)
        made = seconds_until((old, True))
        successor, new = replace(key, by=None, overlap=timedelta())
        rotated = seconds_until((old, False), (new, True))
        revoke(successor, by=None)
        revoked = seconds_until((new, False))
        follower.communicate()

    assert max(made, rotated, revoked) < 2


@committed
def test_without_redis_nobody_is_called(settings: Settings, production: Environment) -> None:
    settings.REDIS_URL = ""
    settings.LIVE_POLL_SECONDS = 60

    live.start()
    wake_on_commit()

    assert live.redis_error() is None
    assert not [each for each in threading.enumerate() if each.name == "live-waking"]
