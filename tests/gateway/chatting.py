"""A gateway on a port of its own, with a scripted model behind it: what the official client talks to."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import openai
import uvicorn
from django.core.asgi import get_asgi_application
from django.urls import path

from tests.api.doors import key, state_of
from tests.gateway.models import Json, Model
from toolgroups_admin import urls
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import AllowList, manager
from toolgroups_admin.gateway.surroundings import Provider, Surroundings
from toolgroups_admin.gateway.upstream import close_clients
from toolgroups_admin.gateway.views import chat_view
from toolgroups_admin.releases.state import State
from toolgroups_admin.traffic.destinations import Destinations

CANARY = "canary-provider-key"


def python(name: str, function: str = "", **members: Any) -> Json:
    """A tool whose function is in code: see conftest."""
    parameters = members.pop("parameters", {"type": "object", "properties": {}})
    executor = {"kind": "python", "function": function or name}
    return {"key": name, "description": f"Does {name}.", "parameters": parameters, "executor": executor, **members}


@dataclass(eq=False)
class Desk:
    """What the view answers from; tests put other things on it."""

    state: State
    around: Surroundings
    handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500

    @cached_property
    def urlpatterns(self) -> list[Any]:
        async def around(environment: str) -> Surroundings:
            return self.around

        view = chat_view(current=lambda: self.state, around=around)
        return [path("v1/chat/completions", view), *urls.urlpatterns]

    def release(self, document: Json, *, around: Json | None = None) -> None:
        """Makes a document live for the key `chatter`, which has one prompt, and `anybody`, which has all."""
        self.state = state_of(
            document,
            chatter=key("chat", prompts=frozenset({"p"})),
            anybody=key("chat"),
            resolver=key("resolve"),
        )
        self.around = replace(self.around, **(around or {}))


def desk_of(model: Model, document: Json) -> Desk:
    provider = Provider("house", model.url, CANARY, ("m", "other/m"))
    allow = AllowList([model.place.allowed])
    tools = manager(functions=configured_functions(), allow=allow)
    destinations = Destinations(manager=tools, allow=allow, connections={}, contexts={})
    desk = Desk(State(), Surroundings("production", destinations, (provider,)))
    desk.release(document)
    return desk


@contextmanager
def served() -> Iterator[str]:
    """The base URL of Django under ASGI, with all of its middleware."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        django = get_asgi_application()
        config = uvicorn.Config(_with_end(django), log_level="critical", lifespan="on", ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            thread.join()


def _with_end(django: Any) -> Any:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await django(scope, receive, send)
            return
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await close_clients()
        await send({"type": "lifespan.shutdown.complete"})

    return application


def client(url: str, token: str = "chatter") -> openai.OpenAI:
    return openai.OpenAI(api_key=token, base_url=url, max_retries=0)
