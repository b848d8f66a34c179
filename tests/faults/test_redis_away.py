"""Redis is killed under a running product: that costs the wake-up, until it is back."""

from tests.faults.clients import asking, says
from tests.faults.servers import wait_until
from tests.faults.shop import Shop


def test_without_redis_a_publish_arrives_within_the_second_of_the_poll(shop: Shop) -> None:
    question = shop.question(says("hello", prompt="numbered"))
    shop.redis.kill()
    wait_until(lambda: shop.web.everywhere("degraded", "redis_away"), what="all say degraded")

    with asking(*[question] * 2) as clients:
        published = shop.office("publish_next", objects=shop.objects)
        wait_until(lambda: shop.answers_by(published["number"]))
    shop.redis.start()
    wait_until(lambda: shop.web.everywhere("ready"), at_most=5, what="all hear of changes again")

    before = [each for each in clients.heard if each.json["release"]["number"] < published["number"]]
    assert {each.status for each in clients.heard} == {200}
    assert max(each.at for each in before) - published["at"] < 1
