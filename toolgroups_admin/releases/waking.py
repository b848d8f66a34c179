"""Waking those who follow: what is live has changed, says a message on Redis; without Redis they look twice a second."""

import logging
import threading
from contextlib import suppress
from typing import Any

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 0.3  # somebody who publishes waits for it, and a process that ends
QUIET_SECONDS = 2.0  # after which the server is asked whether it is there
AGAIN_SECONDS = 0.5


def wake_on_commit() -> None:
    """Has every process look at once when the transaction ends well. A dead Redis costs this, and nothing else."""
    transaction.on_commit(_wake, robust=True)


class Waking:
    """A thread that hears of changes and sets an event, for as long as it is wanted."""

    def __init__(self, url: str, woken: threading.Event, *, quiet: float = QUIET_SECONDS) -> None:
        self.error: str | None = "not connected yet"
        self._url, self._woken, self._quiet = url, woken, quiet
        self._stopping = threading.Event()
        self._heard: Any = None
        self._handing_over = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="live-waking", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        self._stopping.set()
        with self._handing_over, suppress(redis.RedisError, OSError):
            if self._heard is not None:
                self._heard.unsubscribe()  # the answer is what the thread waits for
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (redis.RedisError, OSError, ValueError) as error:
                if self.error is None:
                    log.warning("Redis is away, changes are noticed by looking only: %s", error)
                self.error = str(error) or type(error).__name__
            except Exception as error:
                log.exception("listening to Redis failed; it is tried again")
                self.error = type(error).__name__
            self._stopping.wait(AGAIN_SECONDS)

    def _listen(self) -> None:
        with _redis(self._url) as client, client.pubsub() as heard:
            heard.subscribe(_channel(client))
            self._heard = heard
            try:
                self._hear(heard)
            finally:
                with self._handing_over:
                    self._heard = None

    def _hear(self, heard: Any) -> None:
        asked = False
        while not self._stopping.is_set():
            message = heard.get_message(timeout=self._quiet)
            if message is None and asked:
                raise redis.TimeoutError(f"no sign of life for {2 * self._quiet:g} s")
            asked = message is None
            if asked:
                heard.ping()
            elif message["type"] in ("message", "subscribe"):  # something may have been said before we listened
                self.error = None
                self._woken.set()


def _wake() -> None:
    if not settings.REDIS_URL:
        return
    try:
        with _redis(settings.REDIS_URL) as client:
            client.publish(_channel(client), "")
    except (redis.RedisError, OSError, ValueError) as error:
        log.warning("nobody was woken, changes are noticed by looking: %s", error)


def _redis(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=Retry(NoBackoff(), 0)
    )


def _channel(client: "redis.Redis") -> str:
    """Channels are the server's, not the database's: so the name tells apart those who share a server."""
    return f"toolgroups-live-{client.connection_pool.connection_kwargs.get('db', 0)}"
