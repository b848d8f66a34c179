"""Who is asked before a tool is called: nobody for most, a person for what is sensitive."""

from collections.abc import Container, Mapping
from typing import Final

from toolgroups_admin.execution import Answer, CallInterceptor, Proceed, ToolCall

WAITS: Final = "Somebody has to approve this call before it is made"


def asking_first(approved: Container[str], given: Mapping[str, Answer]) -> CallInterceptor:
    """Around each call: answers that are there, by call id, are taken; a sensitive tool that is called here waits.

    It waits for an approval unless its call is among the approved; the caller's own tools are the caller's. Both are looked
    at anew for each call.
    """

    async def consent(call: ToolCall, proceed: Proceed) -> Answer:
        if call.id in given:
            return given[call.id]
        is_ours = call.tool.executor["kind"] != "client"
        if call.tool.sensitive and is_ours and call.malformed is None and call.id not in approved:
            return call.ask_approval(WAITS)
        return await proceed(call)

    return CallInterceptor(consent, order=-100)
