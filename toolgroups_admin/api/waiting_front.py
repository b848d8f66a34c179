"""The way to what waits on others: an ASGI callable in front of Django, which gets everything else."""

from toolgroups_admin.releases import live
from toolgroups_admin.releases.fronts import ASGIApplication, Environ, Receive, Send, send_whole, take_body, with_front
from toolgroups_admin.releases.receiving import terms

from .resolving import CurrentState
from .tool_calling import PATH, respond


def with_waiting_front(django: ASGIApplication, *, current: CurrentState = live.current) -> ASGIApplication:
    """Django with the front before it: exactly `POST /api/v1/tool-calls` is answered without Django's help."""

    async def answer(environ: Environ, receive: Receive, send: Send) -> None:
        await take_body(environ, receive, terms().most_bytes)
        reply = await respond(environ, current=current)
        await send_whole(send, reply.status, reply.headers, reply.body)

    return with_front(django, PATH, answer)
