"""The last good state on disk (design §10)."""

import json
import os
import stat
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.releases.editing import contains, draft_has_weather, edit
from toolgroups_admin.releases import disk, live
from toolgroups_admin.releases.keys import make_key, revoke
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db


def files_of(state_file: Path) -> list[Path]:
    return [state_file, *state_file.with_suffix(".documents").iterdir()]


def test_what_was_live_can_be_read_back(production: Environment, own_live_state: Path) -> None:
    draft_has_weather()
    publish(production, by=None)
    until = datetime.now(UTC) + timedelta(days=1)
    _key, token = make_key(
        production, name="shop", scopes=["resolve", "explain"], by=None, prompts=["support"], expires_at=until
    )
    state = live.refresh()

    found = disk.load(own_live_state)

    assert found.source == "disk"
    assert found.key_for(token) == state.key_for(token) is not None
    assert [(it.environment, it.number, it.digest) for it in found.releases.values()] == [
        (it.environment, it.number, it.digest) for it in state.releases.values()
    ]
    assert found.releases["production"].catalog.digest == state.releases["production"].digest


def test_every_file_is_the_owners_alone_and_nothing_else_is_left(production: Environment, own_live_state: Path) -> None:
    draft_has_weather()
    publish(production, by=None)
    live.refresh()

    assert {stat.S_IMODE(file.stat().st_mode) for file in files_of(own_live_state)} == {0o600}
    assert stat.S_IMODE(own_live_state.with_suffix(".documents").stat().st_mode) == 0o700
    assert sorted(own_live_state.parent.iterdir()) == [own_live_state.with_suffix(".documents"), own_live_state]


def test_no_token_is_on_disk(production: Environment, own_live_state: Path) -> None:
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    draft_has_weather()
    publish(production, by=None)

    live.refresh()

    assert token not in "".join(file.read_text() for file in files_of(own_live_state))


def test_a_revoked_key_is_gone_from_disk_too(production: Environment, own_live_state: Path) -> None:
    key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()
    revoke(key, by=None)

    live.refresh()

    assert disk.load(own_live_state).key_for(token) is None


def test_a_new_key_does_not_write_the_releases_again(production: Environment, own_live_state: Path) -> None:
    draft_has_weather()
    publish(production, by=None)
    live.refresh()
    [document] = own_live_state.with_suffix(".documents").iterdir()
    before = document.stat()

    make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()

    assert (document.stat().st_ino, document.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_nothing_on_disk_is_said(tmp_path: Path) -> None:
    with pytest.raises(disk.NoState):
        disk.load(tmp_path / "nothing.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1, "digest": "", "state": {}}', "\ud800"])
def test_a_damaged_state_is_not_used(own_live_state: Path, text: str) -> None:
    own_live_state.write_bytes(text.encode("utf-8", "surrogatepass"))

    with pytest.raises(disk.NoState):
        disk.load(own_live_state)


def test_a_state_that_somebody_edited_is_not_used(production: Environment, own_live_state: Path) -> None:
    make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()
    text = own_live_state.read_text().replace('["resolve"]', '["resolve","publish"]')
    own_live_state.write_text(text)

    with pytest.raises(disk.NoState):
        disk.load(own_live_state)


@pytest.mark.parametrize(
    ("text", "code"),
    [(None, "unreadable"), ("{", "unreadable"), ('{"format":1}', "digest_mismatch"), ("{}", "does_not_compile")],
)
def test_a_damaged_document_is_a_problem_and_the_keys_are_still_known(
    production: Environment, own_live_state: Path, text: str | None, code: str
) -> None:
    draft_has_weather()
    publish(production, by=None)
    _key, token = make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()
    [document] = own_live_state.with_suffix(".documents").iterdir()
    document.unlink() if text is None else document.write_text(text)

    found = disk.load(own_live_state)

    assert (found.releases, [problem.code for problem in found.problems]) == ({}, [code])
    assert found.key_for(token) is not None


def test_documents_that_nothing_names_are_cleared_after_a_day(production: Environment, own_live_state: Path) -> None:
    group = draft_has_weather()
    first = publish(production, by=None)
    live.refresh()
    edit(group, matcher=contains("snow"))
    second = publish(production, by=None)
    live.refresh()
    folder = own_live_state.with_suffix(".documents")
    assert {file.stem for file in folder.iterdir()} == {first.digest, second.digest}

    yesterday = time.time() - disk.KEPT_SECONDS - 60
    for file in folder.iterdir():
        os.utime(file, (yesterday, yesterday))
    make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()

    assert {file.stem for file in folder.iterdir()} == {second.digest}


def test_a_release_that_does_not_compile_leaves_the_last_good_one_on_disk(
    production: Environment, own_live_state: Path
) -> None:
    group = draft_has_weather()
    publish(production, by=None)
    live.refresh()
    edit(group, matcher=contains("snow"))
    publish(production, by=None).fragments.filter(kind="tool").delete()

    live.refresh()

    assert [it.number for it in disk.load(own_live_state).releases.values()] == [1]


def test_a_failed_write_leaves_no_half_file(own_live_state: Path) -> None:
    own_live_state.mkdir()

    with pytest.raises(OSError, match="directory"):
        disk.keep_state(own_live_state, [], {})

    assert list(own_live_state.parent.iterdir()) == [own_live_state]


def test_the_state_file_is_plain_json(production: Environment, own_live_state: Path) -> None:
    make_key(production, name="shop", scopes=["resolve"], by=None)
    live.refresh()

    whole = json.loads(own_live_state.read_text())

    assert (whole["format"], [key["name"] for key in whole["state"]["keys"]]) == (1, ["shop"])


def test_while_another_process_writes_the_new_release_answers_and_is_written_at_the_next_look(
    production: Environment, own_live_state: Path
) -> None:
    draft_has_weather()
    publish(production, by=None)

    with disk.alone(own_live_state) as alone:
        answered = live.refresh().releases["production"].number
        written = own_live_state.exists()
    live.refresh()

    assert (alone, answered, written) == (True, 1, False)
    assert [it.number for it in disk.load(own_live_state).releases.values()] == [1]


def test_two_are_never_alone(own_live_state: Path) -> None:
    with disk.alone(own_live_state) as first, disk.alone(own_live_state) as second:
        pass
    with disk.alone(own_live_state) as later:
        pass

    assert (first, second, later) == (True, False, True)
