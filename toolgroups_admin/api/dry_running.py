"""The dry-run endpoint: several chats tried against the draft or a release, by key."""

from typing import Any

import msgspec

from toolgroups_admin.dryrun.answering import DryRunAnswers, answers, read_asked
from toolgroups_admin.engine import Resolution, decode_json, in_format
from toolgroups_admin.releases import live
from toolgroups_admin.releases.permitting import require_scope
from toolgroups_admin.releases.receiving import Environ, authenticated, check_host, read_body
from toolgroups_admin.traffic.answering import resolved_members

from .problems import problem_of
from .replies import Reply
from .replying import replied
from .resolving import CurrentState

PATH = "/api/v1/dry-run"

_encode = msgspec.json.Encoder().encode


def respond(environ: Environ, *, current: CurrentState = live.current) -> Reply:
    """The answer to `POST /api/v1/dry-run`; `environ` is the request's as WSGI gives it, body not yet read."""
    return replied(environ, lambda: _answer(environ, current()))


def _answer(environ: Environ, state: live.State) -> bytes:
    check_host(environ)
    key = authenticated(environ, state)
    require_scope(key, "explain")
    return _encoded(answers(key, read_asked(decode_json(read_body(environ))), state=state))


def _encoded(found: DryRunAnswers) -> bytes:
    release = found.release
    return _encode(
        {
            "source": found.source,
            "environment": release.environment,
            "digest": release.digest,
            "release": {"number": release.number, "digest": release.digest, "switches": release.switches}
            if release.number
            else None,
            "answers": [_member(outcome, found.format) for outcome in found.outcomes],
        }
    )


def _member(outcome: Resolution | Exception, format: str) -> dict[str, Any]:
    if isinstance(outcome, Exception):
        return {"problem": problem_of(outcome).document()}
    return resolved_members(outcome, in_format(outcome, format))
