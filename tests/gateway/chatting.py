"""A gateway on a port of its own, with a scripted model behind it: what the official client talks to."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import openai
import uvicorn
from django.core.asgi import get_asgi_application

from tests.api.doors import key, state_of
from tests.gateway.models import Json, Model
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.execution import AllowList, manager
from toolgroups_admin.gateway.front import with_chat_front
from toolgroups_admin.gateway.surroundings import Provider, Surroundings
from toolgroups_admin.gateway.upstream import close_clients
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
    """What the front answers from; tests put other things on it."""

    state: State
    around: Surroundings

    def release(self, document: Json, *, around: Json | None = None) -> None:
        """Makes a document live for the key `chatter`, which has one prompt, and `anybody`, which has all."""
        self.state = state_of(
            document,
            chatter=key("chat", prompts=frozenset({"p"})),
            anybody=key("chat", id=2),
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


@dataclass(eq=False)
class Office:
    """The front before Django, under ASGI at this base URL; whoever's desk stands there answers."""

    url: str = ""
    desk: Desk | None = None

    @property
    def present(self) -> Desk:
        assert self.desk is not None
        return self.desk

    async def around(self, environment: str) -> Surroundings:
        return self.present.around


@contextmanager
def served() -> Iterator[Office]:
    """A running gateway."""
    office = Office()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        application = with_chat_front(
            get_asgi_application(), current=lambda: office.present.state, around=office.around
        )
        config = uvicorn.Config(_with_end(application), log_level="critical", lifespan="on", ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            office.url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
            yield office
        finally:
            server.should_exit = True
            thread.join()


def _with_end(front: Any) -> Any:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await front(scope, receive, send)
            return
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await close_clients()
        await send({"type": "lifespan.shutdown.complete"})

    return application


def client(url: str, token: str = "chatter") -> openai.OpenAI:
    return openai.OpenAI(api_key=token, base_url=url, max_retries=0)
