"""Tools of MCP servers: over HTTP through the guard, and over pipes of commands that settings name."""

import json
import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.execution.calling import Bench, Json, call
from tests.execution.mcp_server import server as scripted
from tests.execution.servers import Asked, Says, serving
from toolgroups_admin.engine import Tool
from toolgroups_admin.execution import AllowList, BearerAuth, CallResult, Connection, StdioCommand

CANARY = "canary-3c77"
SCRIPT = str(Path(__file__).with_name("mcp_server.py"))
COMMAND = StdioCommand(sys.executable, (SCRIPT,), (("HOUSE_SECRET", CANARY),))
TIME = StdioCommand(sys.executable, ("-m", "mcp_server_time", "--local-timezone", "Asia/Shanghai"))


class Server:
    """The scripted server on a port of its own."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    @property
    def connection(self) -> Connection:
        url = f"http://localhost:{self.port}/mcp"
        return Connection("crm", "mcp", url, BearerAuth(CANARY), headers={"X-House": "house"})

    def wait(self) -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """In a thread of this process, which is quick."""
    chosen = Server()
    config = uvicorn.Config(scripted.streamable_http_app(), port=chosen.port, log_level="critical")
    serving = uvicorn.Server(config)
    thread = threading.Thread(target=serving.run)
    thread.start()
    chosen.wait()
    yield chosen
    serving.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Tools by the names of the servers' own, each behind the connection `crm`, or a command when its name says so."""
    names = ["add", "fail", "picture", "slow", "tenant", "process", "headers", "die", "nothing", "half_structured"]
    tools = [mcp_tool(name, "crm", context_keys=["tenant_id"]) for name in names]
    tools += [mcp_tool(name, "pipes", prefix="piped_") for name in names]
    tools += [mcp_tool("convert_time", "time"), mcp_tool("get_current_time", "time")]
    return Bench(tools=tools, allow=AllowList(["localhost"]), commands={"pipes": COMMAND, "time": TIME})


def mcp_tool(name: str, connection: str, *, prefix: str = "", **executor: Any) -> Tool:
    written = {"kind": "mcp", "connection": connection, "tool": name, **executor}
    return Tool(key=prefix + name, name=prefix + name, executor=written)


def run(bench: Bench, server: Server | None, *calls: Json, **options: Any) -> list[CallResult]:
    connections = {"crm": server.connection} if server else {}
    return list(bench.execute(*calls, connections=connections, **options).results)


def test_a_tool_is_called_and_its_texts_and_images_are_told(bench: Bench, server: Server) -> None:
    results = run(bench, server, call("add", {"x": 1, "y": 2}), call("picture"))

    assert [each.text for each in results] == ["3", '{"mimeType":"image/png","data":"UE5H"}']


def test_a_result_that_is_an_error_counts_as_failed_and_its_text_reaches_the_model(
    bench: Bench, server: Server
) -> None:
    """Field case 28."""
    results = run(bench, server, call("fail", {"why": "the customer is gone"}), call("nothing"))

    assert [each.outcome for each in results] == ["tool_failed", "tool_failed"]
    assert "the customer is gone" in results[0].text


def test_calls_share_one_session_and_run_at_once(bench: Bench, server: Server) -> None:
    run(bench, server, call("add", {"x": 1, "y": 2}))
    started = time.perf_counter()

    results = run(bench, server, *(call("slow", {"seconds": 0.4}, str(place)) for place in range(3)))

    assert [each.text for each in results] == ["awake"] * 3
    assert time.perf_counter() - started < 1


def test_the_listed_keys_of_the_tool_context_are_sent_and_win(bench: Bench, server: Server) -> None:
    """Field case 29."""
    asked = call("tenant", {"tenant_id": "evil"})

    [result] = run(bench, server, asked, context={"tenant_id": "acme", "user_id": "u-1"})

    assert result.text == "acme"


def test_the_connection_signs_in_and_no_echo_or_log_tells_how(
    bench: Bench, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Field case 30."""
    caplog.set_level(logging.DEBUG)

    results = run(
        bench, server, call("headers"), call("half_structured"), call("tenant"), context={"tenant_id": "acme"}
    )

    assert "'authorization': 'Bearer ******'" in results[0].text
    assert CANARY not in f"{results!r}{caplog.text}"
    assert "acme" not in caplog.text


def test_a_server_that_is_killed_midway_leaves_clean_results_and_the_loop_alive(bench: Bench) -> None:
    chosen = Server()
    process = subprocess.Popen([sys.executable, SCRIPT, str(chosen.port)], stderr=subprocess.DEVNULL)
    chosen.wait()
    killer = threading.Timer(0.3, process.kill)
    killer.start()
    results = run(bench, chosen, call("slow", {"seconds": 30}), call("piped_add", {"x": 1, "y": 2}))
    killer.join()
    process.wait()
    away = run(bench, chosen, call("add", {"x": 1, "y": 2}))

    assert [each.outcome for each in (*results, *away)] == ["connection_failed", "ok", "connection_failed"]


def test_a_command_of_the_settings_is_started_once_and_again_when_it_died(bench: Bench) -> None:
    [first], [second] = run(bench, None, call("piped_process")), run(bench, None, call("piped_process"))
    [died] = run(bench, None, call("piped_die"))
    [third] = run(bench, None, call("piped_process"))

    assert first.text == second.text != third.text
    assert died.outcome == "connection_failed"


def test_a_connection_of_an_environment_is_no_command(bench: Bench) -> None:
    """What administrators name in the browser never starts a process."""
    [missing] = run(bench, None, call("add", {"x": 1, "y": 2}))

    assert (missing.outcome, "'crm'" in missing.text) == ("connection_failed", True)


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/mcp", "http://[::1]:9/mcp", "http://127.0.0.1:9/mcp", "nonsense"]
)
def test_an_address_that_is_not_allowed_is_an_error_result(bench: Bench, url: str) -> None:
    """Field case 47."""
    connections = {"crm": Connection("crm", "mcp", url)}

    [result] = bench.execute(call("add", {"x": 1, "y": 2}), connections=connections).results

    assert (result.outcome, "may not be called" in result.text) == ("connection_failed", True)


def test_a_server_that_nobody_here_wrote_is_called(bench: Bench) -> None:
    """mcp-server-time of PyPI, over pipes."""
    noon = {"source_timezone": "Asia/Shanghai", "time": "12:00", "target_timezone": "Asia/Tokyo"}

    now, converted, wrong = run(
        bench,
        None,
        call("get_current_time", {"timezone": "Asia/Shanghai"}),
        call("convert_time", noon, "a"),
        call("convert_time", {**noon, "time": "noon"}, "b"),
    )

    assert "+08:00" in now.text
    assert "T13:00:00+09:00" in json.loads(converted.text)["target"]["datetime"]
    assert (wrong.outcome, "HH:MM" in wrong.text) == ("tool_failed", True)


class OldServer:
    """A server of the protocol before 2026, written from its specification, that can forget its sessions."""

    def __init__(self) -> None:
        self.session = 1
        self.calls = 0

    def answer(self, asked: Asked) -> Says:
        if asked.method != "POST":
            return Says(status=405)
        method, answering = asked.json["method"], {"jsonrpc": "2.0", "id": asked.json.get("id")}
        if method == "initialize":
            info = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "old", "version": "1"},
            }
            return self._says({**answering, "result": info})
        if method.startswith("notifications/"):
            return Says(status=202)
        if method != "tools/call":
            return self._says({**answering, "error": {"code": -32601, "message": "Method not found"}})
        if asked.headers.get("mcp-session-id") != str(self.session):
            return Says(status=404)
        self.calls += 1
        return self._says({**answering, "result": {"content": [{"type": "text", "text": f"call {self.calls}"}]}})

    def _says(self, body: Json) -> Says:
        return Says(body, headers={"Content-Type": "application/json", "Mcp-Session-Id": str(self.session)})


def test_an_older_server_that_forgot_the_session_is_asked_again_in_a_new_one(bench: Bench) -> None:
    old = OldServer()
    with serving(old.answer) as destination:
        connections = {"crm": Connection("crm", "mcp", f"{destination.url}/mcp")}
        [first] = bench.execute(call("add"), connections=connections).results
        old.session = 2
        [second] = bench.execute(call("add"), connections=connections).results

    assert (first.text, second.text, old.calls) == ("call 1", "call 2", 2)


@pytest.mark.parametrize("said", [Says("<html>"), Says(status=401), Says({"jsonrpc": "1"}), Says(status=500)])
def test_a_server_that_speaks_something_else_is_an_error_result(bench: Bench, said: Says) -> None:
    with serving(lambda _: said) as destination:
        connections = {"crm": Connection("crm", "mcp", destination.url)}
        [result] = bench.execute(call("add"), connections=connections).results

    assert result.failed
    assert result.text
