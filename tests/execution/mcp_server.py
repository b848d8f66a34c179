"""A scripted MCP server of the tests: `python mcp_server.py` speaks over its pipes, `python mcp_server.py PORT` over HTTP."""

import asyncio
import os
import sys
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("scripted")


@server.tool()
def add(x: int, y: int) -> int:
    return x + y


@server.tool()
def fail(why: str) -> str:
    raise ToolError(why)


@server.tool()
def picture() -> Image:
    return Image(data=b"PNG", format="png")


@server.tool()
async def slow(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "awake"


@server.tool()
def tenant(tenant_id: str) -> str:
    return tenant_id


@server.tool()
def process() -> str:
    return str(os.getpid())


@server.tool()
def headers(context: Context[Any, Any]) -> str:
    request = context.request_context.request
    return repr(dict(request.headers)) if request else "none"


@server.tool()
async def half_structured() -> dict[str, list[str]]:
    return {"echo": ["Bearer", "canary-3c77"]}


@server.tool()
def die() -> None:
    os._exit(1)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        app = server.streamable_http_app()
        uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
    else:
        server.run("stdio")
