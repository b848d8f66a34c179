"""Calling tools for chats: the manager of an environment, and who is asked before."""

from dataclasses import replace

from toolgroups_admin.execution import Answer, CallInterceptor, Proceed, ToolCall, ToolCallingManager
from toolgroups_admin.traffic.destinations import Destinations

NEEDS_A_PERSON = "Not called: somebody has to approve this call, which cannot be done in this chat. Say so to the user."


def manager_of(destinations: Destinations) -> ToolCallingManager:
    """The environment's manager, for calls that nobody can be asked about."""
    return replace(destinations.manager, interceptors=(CallInterceptor(_unless_sensitive, order=-100),))


async def _unless_sensitive(call: ToolCall, proceed: Proceed) -> Answer:
    """A sensitive tool waits for a person, whom an endpoint like OpenAI's cannot ask; the caller's own are its own."""
    if call.tool.sensitive and call.tool.executor["kind"] != "client":
        return call.refuse(NEEDS_A_PERSON)
    return await proceed(call)
