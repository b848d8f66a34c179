"""The request that a call would send, for a person who tries a tool: nothing is sent, and no secret shown."""

from collections.abc import Mapping
from typing import Any

from toolgroups_admin.engine import Tool

from .calls import ToolCall
from .connections import APIKeyAuth, Auth, BasicAuth
from .executors import Connections, connection_of
from .executors.http_requests import request_of
from .masking import MASK, masked, secrets_of
from .preparing import prepared, visible_context


def shown_request(
    tool: Tool, arguments: Mapping[str, Any], tool_context: Mapping[str, Any], connections: Connections
) -> dict[str, Any]:
    """Method, URL, headers and body of an HTTP tool's request; for the other kinds what is called with which arguments.

    Raises `ToolFailed` for arguments that would not be sent, and for a connection that is missing.
    """
    call = ToolCall(id="", sent_as=tool.name, tool=tool, arguments=arguments, context=tool_context)
    checked = prepared(call)
    if tool.executor["kind"] != "http":
        return {**_named(tool), "arguments": checked}
    connection = connection_of(call, connections, "http")
    wanted = request_of(tool.executor, connection, {**checked, **visible_context(call)})
    headers, query = _signed(connection.auth)
    url = wanted.url.copy_merge_params(query) if query else wanted.url
    secrets = secrets_of(connection)
    return {
        "method": wanted.method,
        "url": masked(str(url), secrets).replace(_ENCODED_MASK, MASK),
        "headers": {name: masked(value, secrets) for name, value in {**wanted.headers, **headers}.items()},
        "body": wanted.body,
    }


_ENCODED_MASK = "%2A" * len(MASK)


def _named(tool: Tool) -> dict[str, Any]:
    """What of the executor says what is called."""
    return {name: tool.executor[name] for name in ("kind", "function", "connection", "tool") if name in tool.executor}


def _signed(auth: Auth | None) -> tuple[dict[str, str], dict[str, str]]:
    """Where the secret will stand, without it."""
    match auth:
        case None:
            return {}, {}
        case APIKeyAuth(name, _, "query"):
            return {}, {name: MASK}
        case APIKeyAuth(name, _, "header"):
            return {name: MASK}, {}
        case BasicAuth():
            return {"Authorization": f"Basic {MASK}"}, {}
        case _:
            return {"Authorization": f"Bearer {MASK}"}, {}
