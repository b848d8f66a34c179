"""From a publish to the answers: how long it takes until the last worker answers by it, and what that does to the others.

A database, a Redis and some servers of one process are started for it; each process is asked all the while, so that each
is seen to change. Delays are counted from a moment before the transaction ends.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from tests.benchmarks.engine import Figure
from tests.faults.clients import Clients, Heard, Question, asking, p99, says
from tests.faults.servers import wait_until
from tests.faults.shop import WHY_NOT, Shop, can_be_opened, opened

GROUPS = 1000
OBJECTS = 124  # beside the thousand groups: for sixty publishes every document is one never seen before
WATCHED_EVERY_SECONDS = 0.02
REST_SECONDS = 0.3
MOST_FOR_P99 = 10
BEFORE_SECONDS = 3.0
PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Delays:
    """Seconds from each change until the last worker answered by it."""

    publishes: list[float]
    switches: list[float]


def publishing_figures(*, workers: int, times: int) -> list[Figure]:
    """How long publishes and switches take to be live in all workers, and p99 meanwhile against p99 before."""
    if not can_be_opened():
        print(f"publishing is not measured: it {WHY_NOT}")
        return []
    with opened(objects=OBJECTS, groups=GROUPS, processes=1) as shop, _branches(shop, workers - 1) as ports:
        delays = _delays(shop, [shop.web.port, *ports], times)
        before, meanwhile = _p99s(shop, min(times, MOST_FOR_P99))
    return [
        *_of(f"publish to live in {workers} workers, {times} times", delays.publishes),
        *_of(f"switch to live in {workers} workers, {times} times", delays.switches),
        Figure(f"p99 in the second of a publish / before, {GROUPS:,} groups", meanwhile / before, "×", 5),
        Figure("  p99 before", before * 1000, "ms"),
        Figure("  p99 in the second of a publish", meanwhile * 1000, "ms"),
    ]


def _of(what: str, delays: Sequence[float]) -> list[Figure]:
    return [
        Figure(f"{what}, longest", max(delays), "s", 1),
        Figure("  median", median(delays), "s"),
    ]


@contextmanager
def _branches(shop: Shop, number: int) -> Iterator[list[int]]:
    """The ports of further servers."""
    with ExitStack() as stack:
        servers = [stack.enter_context(shop.branch(place)) for place in range(number)]
        for server in servers:
            wait_until(partial(server.everywhere, "ready"), what="a branch is ready")
        yield [server.port for server in servers]


def _delays(shop: Shop, ports: Sequence[int], times: int) -> Delays:
    """One program asks each worker for the numbered prompt, another for the group that is switched."""
    publishes, switches = [], []
    numbered = [Question(port, shop.token, says("hello", prompt="numbered")) for port in ports]
    switched = [Question(port, shop.token, says("snow", prompt="weather")) for port in ports]
    for _ in range(times):
        with asking(*numbered, pause=WATCHED_EVERY_SECONDS) as clients:
            number, at = shop.office("publish_next", objects=shop.objects).values()
            publishes.append(_until_all(clients, at, partial(_is_by, number)))
        with asking(*switched, pause=WATCHED_EVERY_SECONDS) as clients:
            switches.append(_until_all(clients, shop.office("turn_off"), lambda answer: not answer["groups"]))
            switches.append(_until_all(clients, shop.office("turn_on"), lambda answer: bool(answer["groups"])))
    return Delays(publishes, switches)


def _until_all(clients: Clients, begun: float, is_new: Callable[[Any], bool]) -> float:
    """Seconds until the last of the workers first gave a new answer."""
    first: dict[int, float] = {}
    end = time.monotonic() + PATIENCE_SECONDS
    while len(first) < len(clients.questions):
        assert time.monotonic() < end, f"{len(first)} of {len(clients.questions)} workers changed"
        for each in clients.since(begun):
            if each.port not in first and each.status == 200 and is_new(each.json):
                first[each.port] = each.at + each.took
        time.sleep(WATCHED_EVERY_SECONDS)
    return max(first.values()) - begun


def _is_by(number: int, answer: Any) -> bool:
    return bool(answer["release"]["number"] == number)


def _p99s(shop: Shop, times: int) -> tuple[float, float]:
    """p99 of one worker under four programs: at rest, and in the seconds that follow publishes."""
    meanwhile: list[Heard] = []
    with asking(*[shop.question(says("hello", prompt="numbered"))] * 4) as clients:
        time.sleep(BEFORE_SECONDS)
        before = list(clients.heard)
        for _ in range(times):
            published = shop.office("publish_next", objects=shop.objects)["at"]
            time.sleep(max(0.0, published + 1 - time.time()) + REST_SECONDS)
            meanwhile += [each for each in clients.since(published) if each.at < published + 1]
    return p99(before), p99(meanwhile)
