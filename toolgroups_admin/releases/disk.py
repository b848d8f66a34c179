"""The last good state on disk, for a process that starts while the database is away (design §10).

The state file holds who points where, what is switched off and the keys' digests; each release's document lies in a folder beside it under
its digest, so that a new key does not write the releases again. Every file is the owner's alone, complete or absent,
and checked against a digest when read.
"""

import fcntl
import json
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from toolgroups_admin.engine import canonical_text, compile_catalog

from .loading import compiled
from .state import LiveKey, LiveRelease, Problem, State

FORMAT = 1
OWNER_ONLY = 0o600
KEPT_SECONDS = 24 * 60 * 60  # another process may still be about to name a document that this one no longer needs


class NoState(Exception):
    """There is no state on disk that could be used."""


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Whether no other process is writing at that place; nobody begins to, inside, when it says so."""
    folder = _folder(path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_alone = True
    except BlockingIOError:
        is_alone = False
    try:
        yield is_alone
    finally:
        os.close(place)  # which ends the lock


def holds(path: Path, digest: str) -> bool:
    """Whether the document of that digest is on disk."""
    return _document(path, digest).is_file()


def keep_document(path: Path, digest: str, document: Mapping[str, Any]) -> None:
    """Writes a release's document."""
    _folder(path).mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(_document(path, digest), canonical_text(document))


def keep_state(path: Path, releases: Iterable[LiveRelease], keys: Mapping[str, LiveKey]) -> None:
    """Writes who points where, what is off there, and the keys, and clears documents that nothing has named for a day."""
    named = list(releases)
    state = {
        "releases": [_pointer_as_json(it) for it in named],
        "keys": [_key_as_json(digest, key) for digest, key in keys.items()],
    }
    text = canonical_text({"format": FORMAT, "digest": _digest(state), "state": state})
    if not (path.is_file() and path.read_text(encoding="utf-8") == text):
        _write(path, text)
    _clear(path, {it.digest for it in named})


def load(path: Path) -> State:
    """The last good state; raises `NoState`. A release that cannot be used is a problem of the state."""
    state = _read(path)
    found = [_release(path, **pointer) for pointer in state["releases"]]
    return State(
        releases={it.environment: it for it in found if isinstance(it, LiveRelease)},
        keys={key["digest"]: _key_from_json(key) for key in state["keys"]},
        problems=tuple(it for it in found if isinstance(it, Problem)),
        source="disk",
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
        state: dict[str, Any] = whole["state"]
        digest, format_number = whole["digest"], whole["format"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise NoState(f"no state can be read from {path.name}: {error}") from error
    if format_number != FORMAT or digest != _digest(state):
        raise NoState(f"{path.name} is of another format or was damaged")
    return state


def _release(
    path: Path,
    *,
    environment: str,
    number: int,
    digest: str,
    switches: Sequence[str] = (),
    published_at: str | None = None,
) -> LiveRelease | Problem:
    file = _document(path, digest)
    found = compiled(
        environment,
        number,
        digest,
        lambda: compile_catalog(json.loads(file.read_text(encoding="utf-8"))),
        published_at=None if published_at is None else datetime.fromisoformat(published_at),
    )
    return found.with_switches(frozenset(switches)) if isinstance(found, LiveRelease) else found


def _pointer_as_json(release: LiveRelease) -> dict[str, Any]:
    return {
        "environment": release.environment,
        "number": release.number,
        "digest": release.digest,
        "switches": sorted(release.catalog.switched_off),
        "published_at": release.published_at and release.published_at.isoformat(),
    }


def _key_as_json(digest: str, key: LiveKey) -> dict[str, Any]:
    return {
        "digest": digest,
        "id": key.id,
        "name": key.name,
        "environment": key.environment,
        "scopes": sorted(key.scopes),
        "prompts": None if key.prompts is None else sorted(key.prompts),
        "expires_at": key.expires_at and key.expires_at.isoformat(),
    }


def _key_from_json(key: Mapping[str, Any]) -> LiveKey:
    return LiveKey(
        id=key["id"],
        name=key["name"],
        environment=key["environment"],
        scopes=frozenset(key["scopes"]),
        prompts=None if key["prompts"] is None else frozenset(key["prompts"]),
        expires_at=None if key["expires_at"] is None else datetime.fromisoformat(key["expires_at"]),
    )


def _document(path: Path, digest: str) -> Path:
    return _folder(path) / f"{digest}.json"


def _folder(path: Path) -> Path:
    return path.with_suffix(".documents")


def _digest(state: Mapping[str, Any]) -> str:
    return sha256(canonical_text(state).encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    """Writes beside the file and renames, so that a reader sees the old text or the new one; 0600 from the first byte."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _clear(path: Path, needed: set[str]) -> None:
    before = time.time() - KEPT_SECONDS
    for file in _folder(path).glob("*.json"):
        if file.stem not in needed and file.stat().st_mtime < before:
            file.unlink(missing_ok=True)
