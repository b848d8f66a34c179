"""A thousand publishes, and a thousand of a rule that goes to and fro, while programs ask without pause.

Every answer must belong wholly to one release and none may fail; how much the tables grow is measured, and no target.
"""

import time

from tests.benchmarks.engine import Figure
from tests.faults.clients import Clients, asking, says
from tests.faults.documents import WORDS, is_whole, lead
from tests.faults.servers import wait_until
from tests.faults.shop import WHY_NOT, Shop, can_be_opened, opened

OBJECTS = 200
CLIENTS = 4
PAUSE_SECONDS = 0.01


def following_figures(*, times: int) -> list[Figure]:
    """What went wrong, which must be nothing, in how many answers, and how the tables grew."""
    if not can_be_opened():
        print(f"following is not measured: it {WHY_NOT}")
        return []
    with opened(objects=OBJECTS) as shop:
        before = shop.office("sizes")
        begun = time.monotonic()
        with asking(*[shop.question(says("hello", prompt="numbered"))] * CLIENTS, pause=PAUSE_SECONDS) as clients:
            number = shop.office("publish_next", objects=OBJECTS, times=times)["number"]
            wait_until(lambda: shop.answers_by(number))
        took = time.monotonic() - begun
        after = shop.office("sizes")
    with opened() as shop:
        flipped = _flipped(shop, times)
    return [
        Figure(f"{times:,} publishes of one object of {OBJECTS}: answers", len(clients.heard), ""),
        Figure("  releases that answered", len({each.json["release"]["number"] for each in clients.heard}), ""),
        Figure("  answers that failed", _failed(clients), "", 0),
        Figure("  answers of more than one release", _mixed(clients), "", 0),
        Figure("  each publish", took / times, "s"),
        *(Figure(f"  growth of {table}", after[table] - before[table], "") for table in before),
        *flipped,
    ]


def _flipped(shop: Shop, times: int) -> list[Figure]:
    """Field case 8: each answer is by the rule before or the rule after."""
    texts = (*WORDS, " and ".join(WORDS), "sunshine")
    with asking(*(shop.question(says(text, prompt="weather")) for text in texts), pause=PAUSE_SECONDS) as clients:
        number, word = shop.office("flip", times=times).values()
        wait_until(lambda: shop.answers_by(number))
    wrong = 0
    for each in clients.heard:
        expected = WORDS[(WORDS.index(word) + number - each.json["release"]["number"]) % 2]
        wrong += bool(each.json["groups"]) != (expected in str(each.json["messages"]))
    return [
        Figure(f"a rule saved and published {times:,} times: answers", len(clients.heard), ""),
        Figure("  answers that failed", _failed(clients), "", 0),
        Figure("  answers by neither the rule before nor the rule after", wrong, "", 0),
    ]


def _failed(clients: Clients) -> int:
    return sum(each.status != 200 for each in clients.heard)


def _mixed(clients: Clients) -> int:
    leads = {lead(each.json, OBJECTS) for each in clients.heard}
    return len(leads) - 1 + sum(not is_whole(each.json, OBJECTS) for each in clients.heard)
