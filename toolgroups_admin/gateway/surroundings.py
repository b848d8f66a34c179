"""What the chats of an environment go out with: model providers and destinations, read now and then, kept in memory."""

import logging
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from anyio import to_thread
from django.db import Error as DatabaseError
from django.db import connections

from toolgroups_admin.releases.models.sealed import SecretUnreadable, opened
from toolgroups_admin.traffic.destinations import Destinations, destinations_of

from .errors import ChatRefused
from .models import ModelProvider

KEPT_SECONDS: Final = 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider with its key in clear."""

    name: str
    url: str
    key: str = field(repr=False)
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The providers of one environment, and where its tools are called."""

    environment: str
    destinations: Destinations
    providers: tuple[Provider, ...] = ()

    def provider_of(self, model: str) -> tuple[Provider, str]:
        """Who is asked for a model, and by which name; raises `ChatRefused` when nobody offers it."""
        for provider in self.providers:
            if model in provider.models:
                return provider, model
            own = model.removeprefix(f"{provider.name}/")
            if own != model and own in provider.models:
                return provider, own
        offered = ", ".join(sorted({name for provider in self.providers for name in provider.models}))
        raise ChatRefused(
            404,
            "model_not_found",
            f"No provider of the environment {self.environment!r} offers the model {model!r}. "
            + (f"There are: {offered}." if offered else "An administrator adds a model provider first."),
            param="model",
        )


class Keeper:
    """Reads the surroundings of environments anew after a second; while that takes, or fails, the last stand."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, Surroundings]] = {}

    async def of(self, environment: str) -> Surroundings:
        """Those of an environment; raises `ChatRefused` when they could not be read even once."""
        known = self._known.get(environment)
        if known is not None and monotonic() - known[0] < KEPT_SECONDS:
            return known[1]
        if known is not None:
            self._known[environment] = (monotonic(), known[1])  # others need not read it meanwhile
        try:
            found = await to_thread.run_sync(_read_apart, environment)
        except DatabaseError as error:
            log.warning("the surroundings of %r cannot be read: %s", environment, type(error).__name__)
            if known is None:
                raise ChatRefused(503, "database_away", "The database is away; try again later.") from error
            return known[1]
        self._known[environment] = (monotonic(), found)
        return found

    def forget(self) -> None:
        """Reads all anew next time."""
        self._known.clear()


KEEPER: Final = Keeper()


def _read_apart(name: str) -> Surroundings:
    """In a thread of its own, where no connection to the database stays open."""
    try:
        return _read(name)
    finally:
        connections.close_all()


def _read(name: str) -> Surroundings:
    destinations = destinations_of(name)
    return Surroundings(name, destinations, tuple(_providers(name)))


def _providers(environment: str) -> list[Provider]:
    found = []
    for row in ModelProvider.objects.filter(environment__name=environment, enabled=True).select_related("environment"):
        try:
            found.append(Provider(row.name, row.url, opened(row, "key") or "", row.model_names))
        except SecretUnreadable as problem:
            log.error("a model provider cannot be used: %s", problem)
    return found
