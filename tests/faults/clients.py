"""Programs that ask without pause, each in a thread with a connection of its own, and keep what they heard."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

from tests.faults.servers import HOST

PATIENCE_SECONDS = 10.0
PAUSE_SECONDS = 0.002  # for the server, which has the same processors


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer: by which port, when it was asked for, how long it took, its status (0 for none) and its body."""

    port: int
    at: float
    took: float
    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of whom, and with which key."""

    port: int
    token: str
    body: Any

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}


def says(text: str, *, prompt: str) -> dict[str, Any]:
    """A chat in which a user says something."""
    return {"prompt": prompt, "messages": [{"role": "user", "content": text}]}


def asked(question: Question, connection: HTTPConnection | None = None) -> Heard:
    """One answer, by a connection of its own unless one is given."""
    used = connection or HTTPConnection(HOST, question.port, timeout=PATIENCE_SECONDS)
    at, begun = time.time(), time.perf_counter()
    try:
        used.request("POST", "/api/v1/resolve", json.dumps(question.body), question.headers)
        answer = used.getresponse()
        status, body = answer.status, answer.read()
        return Heard(question.port, at, time.perf_counter() - begun, status, body)
    except (OSError, HTTPException) as error:
        used.close()
        return Heard(question.port, at, time.perf_counter() - begun, 0, repr(error).encode())
    finally:
        if connection is None:
            used.close()


class Clients:
    """Some programs that ask one thing each, in turn over the given questions, until they are told to end."""

    def __init__(self, questions: list[Question], pause: float) -> None:
        self.heard: list[Heard] = []
        self.questions = questions
        self._pause = pause
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(question,)) for question in questions]

    def since(self, moment: float) -> list[Heard]:
        """What was asked for since then."""
        return [each for each in list(self.heard) if each.at >= moment]

    def _ask(self, question: Question) -> None:
        connection = HTTPConnection(HOST, question.port, timeout=PATIENCE_SECONDS)
        while not self._ending.wait(self._pause):
            self.heard.append(asked(question, connection))
        connection.close()

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()


@contextmanager
def asking(*questions: Question, pause: float = PAUSE_SECONDS) -> Iterator[Clients]:
    """Programs that ask all the while, one a question."""
    clients = Clients(list(questions), pause)
    clients.begin()
    try:
        yield clients
    finally:
        clients.end()


def p99(heard: list[Heard]) -> float:
    """Seconds within which 99 of 100 were answered."""
    return sorted(each.took for each in heard)[len(heard) * 99 // 100]
