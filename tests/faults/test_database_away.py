"""The database is killed under a running product, and nothing stops it from answering (field case 43)."""

import time

from tests.faults.clients import Heard, asked, asking, p99, says
from tests.faults.servers import wait_until
from tests.faults.shop import Shop

BODY = says("hello", prompt="numbered")
BEFORE_SECONDS, AWAY_SECONDS = 1.5, 3.0
# On a busy machine a few slow answers among thousands say nothing. What waits for a database that is away waits for
# seconds: for a time-out, or for a pool. So p99 may grow threefold, and below this it is no matter.
NO_MATTER_SECONDS = 0.1


def test_a_killed_database_fails_no_resolve_and_is_found_again_without_a_restart(shop: Shop) -> None:
    with asking(*[shop.question(BODY)] * 4) as clients:
        time.sleep(BEFORE_SECONDS)
        killed = time.time()
        shop.database.kill()
        told = wait_until(lambda: shop.web.everywhere("degraded", "database_away"), what="all say degraded")
        refused = [asked(shop.question(BODY, token=f"unknown-{turn}")) for turn in range(9)]
        page = shop.web.get("/admin/login/")
        time.sleep(max(0.0, killed + AWAY_SECONDS - time.time()))
        away = clients.since(killed)
        shop.database.start()
        back = wait_until(lambda: shop.web.everywhere("ready"), what="all are ready again")
    before = [each for each in clients.heard if each.at < killed]

    assert {each.status for each in clients.heard} == {200}
    assert min(len(before), len(away)) > 100
    assert p99(away) < max(3 * p99(before), NO_MATTER_SECONDS)
    assert told < 3
    assert back < 5
    assert {each.status for each in refused} == {401}
    assert middle(refused) < 0.05
    assert page[0] in (200, 500, 503)


def test_a_process_that_starts_while_everything_is_away_answers_known_keys_from_disk(shop: Shop) -> None:
    wait_until(lambda: shop.web.everywhere("ready"))
    shop.database.kill()
    shop.redis.kill()
    shop.web.kill()

    shop.web.start()
    known = asked(shop.question(BODY))
    unknown = [asked(shop.question(BODY, token="unknown")) for _ in range(9)]
    alive, ready = shop.web.get("/healthz"), shop.web.readiness()
    shop.database.start()
    shop.redis.start()

    assert (known.status, {each.status for each in unknown}, alive[0]) == (200, {401}, 200)
    assert middle(unknown) < 0.05
    assert ready["status"] == "degraded"
    assert "database_away" in {each["code"] for each in ready["reasons"]}


def middle(heard: list[Heard]) -> float:
    """Seconds that half of them took: one that the machine held up says nothing."""
    return sorted(each.took for each in heard)[len(heard) // 2]
