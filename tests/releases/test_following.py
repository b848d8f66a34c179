"""A process that follows what is published: threads, forks, and databases that go away."""

import gc
import json
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from tests.releases.editing import contains, draft_has_weather, edit
from tests.releases.processes import UNREACHABLE, database_address, lines_of, output_of, process
from toolgroups_admin.catalog.models import Kind
from toolgroups_admin.releases import live
from toolgroups_admin.releases.following import Following
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish
from toolgroups_admin.releases.switching import lift, switch_off
from toolgroups_admin.releases.uses import Uses

committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture
def followed(settings: Settings) -> Iterator[None]:
    """The thread runs, as in a server."""
    settings.LIVE_POLL_SECONDS = 0.5
    yield
    live.stop()


def seconds_until(holds: Callable[[], bool], *, at_most: float = 5.0) -> float:
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < at_most, "waited in vain"
        time.sleep(0.01)
    return time.monotonic() - begun


@committed
def test_a_publish_is_live_within_a_second(production: Environment, followed: None) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    assert live.current().releases["production"].number == 1
    edit(group, matcher=contains("snow"))
    publish(production, by=None)

    taken = seconds_until(lambda: live.current().releases["production"].number == 2)

    assert taken < 1


@committed
def test_made_and_revoked_keys_count_within_a_second(production: Environment, followed: None) -> None:
    live.current()
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    assert seconds_until(lambda: live.key_for(token) is not None) < 1

    revoke(key, by=None)

    assert seconds_until(lambda: live.key_for(token) is None) < 1


@committed
def test_the_last_use_of_a_key_is_written_by_the_thread(production: Environment, followed: None) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    assert live.key_for(token) is not None
    assert live.key_for("tga_production_unknown") is None

    live.stop()

    key.refresh_from_db()
    assert key.last_used_at is not None


class Circle:
    """Something that only the search for circles frees."""

    def __init__(self) -> None:
        self.itself = self


@committed
def test_what_nobody_needs_any_longer_is_not_kept_for_ever_with_a_release(
    production: Environment, followed: None
) -> None:
    draft_has_weather()
    live.start()
    gc.disable()
    try:
        left = weakref.ref(Circle())
        publish(production, by=None)
        seconds_until(lambda: "production" in live.current().releases)
        seconds_until(lambda: left() is None)
    finally:
        gc.enable()
        gc.unfreeze()


class BrokenUses(Uses):
    def write(self) -> None:
        raise RuntimeError("no such table of uses")


@committed
def test_a_fault_while_writing_uses_is_logged_and_ends_nothing(
    production: Environment, followed: None, caplog: pytest.LogCaptureFixture
) -> None:
    following = Following()
    following.uses = BrokenUses()
    following.start()

    following.stop()

    assert "the last uses of keys could not be written" in caplog.text


@committed
def test_stopping_ends_the_thread_and_starting_begins_again(production: Environment, followed: None) -> None:
    live.start()
    live.stop()
    draft_has_weather()
    publish(production, by=None)
    time.sleep(0.7)
    assert "production" not in live.current().releases

    live.start()

    seconds_until(lambda: "production" in live.current().releases)


@committed
def test_a_database_that_goes_away_leaves_the_state_and_is_told(production: Environment, followed: None) -> None:
    draft_has_weather()
    publish(production, by=None)
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.current()
    table = Environment._meta.db_table

    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
    try:
        seconds_until(lambda: live.current().database_error is not None)
        away = live.current()
        time.sleep(1.2)
        still_away = live.current()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE elsewhere RENAME TO {table}")

    assert away.releases["production"].number == 1
    assert away.key_for(token) is not None
    assert still_away is away
    seconds_until(lambda: live.current().database_error is None)


@committed
def test_another_process_sees_a_publish_within_a_second(production: Environment, tmp_path: Path) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    with process(
        """
import time
live.start()
seen = None
while seen != 2:
    number = live.current().releases["production"].number
    if number != seen:
        seen = number
        print(number, time.time(), flush=True)
    time.sleep(0.005)
""",
        database=database_address(),
        state_file=tmp_path / "other.json",
        LIVE_POLL_SECONDS="0.5",
    ) as other:
        assert next(lines_of(other)).split()[0] == "1"
        edit(group, matcher=contains("snow"))
        publish(production, by=None)
        published = time.time()

        number, seen_at = next(lines_of(other)).split()

    assert (number, other.returncode) == ("2", 0)
    assert float(seen_at) - published < 1


@committed
def test_another_process_sees_a_switch_and_its_lifting_within_a_second(production: Environment, tmp_path: Path) -> None:
    draft_has_weather()
    publish(production, by=None)
    with process(
        """
import time
live.start()
seen = None
for turn in range(3):
    while (off := live.current().releases["production"].catalog.groups["weather"].is_off) == seen:
        time.sleep(0.005)
    seen = off
    print(off, time.time(), flush=True)
""",
        database=database_address(),
        state_file=tmp_path / "other.json",
        LIVE_POLL_SECONDS="0.5",
    ) as other:
        assert next(lines_of(other)).split()[0] == "False"
        switch = switch_off(production, Kind.GROUP, "weather", reason="wrong answers", by=None)
        turned = time.time()
        off, off_at = next(lines_of(other)).split()
        lift(switch, by=None)
        lifted = time.time()
        off_again, on_at = next(lines_of(other)).split()

    assert (off, off_again, other.returncode) == ("True", "False", 0)
    assert float(off_at) - turned < 1
    assert float(on_at) - lifted < 1


@committed
def test_a_forked_process_follows_too(production: Environment, tmp_path: Path) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    with process(
        """
import os, time
live.start()
if os.fork() == 0:
    print("child", live.current().releases["production"].number, flush=True)
    until = time.monotonic() + 10
    while live.current().releases["production"].number != 2 and time.monotonic() < until:
        time.sleep(0.01)
    print("child", live.current().releases["production"].number, flush=True)
    os._exit(0)
os.wait()
""",
        database=database_address(),
        state_file=tmp_path / "other.json",
        LIVE_POLL_SECONDS="0.2",
    ) as parent:
        assert next(lines_of(parent)) == "child 1\n"
        edit(group, matcher=contains("snow"))
        publish(production, by=None)

        assert next(lines_of(parent)) == "child 2\n"

    assert parent.returncode == 0


@pytest.mark.django_db
def test_a_process_starts_from_disk_when_the_database_is_away(production: Environment, own_live_state: Path) -> None:
    draft_has_weather()
    publish(production, by=None)
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()

    answer = json.loads(
        output_of(
            f"""
import time
begun = time.monotonic()
state = live.current()
taken = time.monotonic() - begun
known, unknown = live.key_for({token!r}), live.key_for("tga_production_unknown")
print(json.dumps([state.source, state.releases["production"].number, known.name, unknown, state.database_error, taken]))
""",
            database=UNREACHABLE,
            state_file=own_live_state,
            LIVE_POLL_SECONDS="0.5",
        )
    )

    source, number, known, unknown, error, taken = answer
    assert (source, number, known, unknown) == ("disk", 1, "shop", None)
    assert error
    assert taken < 5


def test_a_process_without_database_and_without_disk_says_both(tmp_path: Path) -> None:
    program = "state = live.current(); print(json.dumps([state.source, state.database_error, state.disk_error]))"

    answer = json.loads(
        output_of(program, database=UNREACHABLE, state_file=tmp_path / "none.json", LIVE_POLL_SECONDS="0.5")
    )

    assert answer[0] == "nowhere"
    assert answer[1]
    assert "none.json" in answer[2]


def test_a_process_of_commands_starts_no_thread(tmp_path: Path) -> None:
    program = "import threading; live.current(); print(threading.active_count())"

    output = output_of(program, database=UNREACHABLE, state_file=tmp_path / "none.json", LIVE_POLL_SECONDS="0")

    assert output == "1\n"
