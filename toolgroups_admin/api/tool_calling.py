"""The endpoint that has tools called: prepared in a thread, since it asks the database, then awaited."""

import anyio.to_thread

from toolgroups_admin.engine import decode_json
from toolgroups_admin.releases import live
from toolgroups_admin.releases.receiving import MOST_DEPTH, Environ, authenticated, check_host, read_body
from toolgroups_admin.traffic.calling import PreparedCalls, prepare_calls
from toolgroups_admin.traffic.destinations import own_connection

from .problems import Problem
from .replies import Reply
from .replying import reply_to
from .resolving import CurrentState

PATH = "/api/v1/tool-calls"


async def respond(environ: Environ, *, current: CurrentState = live.current) -> Reply:
    """The answer to `POST /api/v1/tool-calls`; the body in `environ` is read, or one byte longer than may be."""

    async def answer() -> bytes:
        prepared = await anyio.to_thread.run_sync(_prepared, environ, current())
        return (await prepared.run()).encoded()

    return await reply_to(environ, answer)


def wrong_process() -> Problem:
    """The problem of whoever asks the process that serves pages."""
    return Problem("wrong_process", "Tools are called by the process at ASGI_PORT; route this address there.")


def _prepared(environ: Environ, state: live.State) -> PreparedCalls:
    with own_connection():
        check_host(environ)
        key = authenticated(environ, state)
        return prepare_calls(key, decode_json(read_body(environ), depth=MOST_DEPTH), state=state)
