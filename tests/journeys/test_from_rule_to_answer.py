"""The whole way: edit a rule, publish, ask, roll back, ask again."""

import pytest

from tests.journeys.person import Person
from tests.journeys.service import Service

RULE = {"kind": "prompt_contains", "keywords": ["天气", "下雪"]}


@pytest.mark.usefixtures("demo")
@pytest.mark.smoke
def test_an_edited_rule_answers_once_published_and_no_longer_once_rolled_back(person: Person, service: Service) -> None:
    person.sign_in()
    person.publish("The demo")
    assert service.asks("北京会下雪吗", of_release=1) == ["basic"]

    person.try_out("北京会下雪吗")
    person.sees_verdict("weather", "Miss")
    person.edit_rule("weather", RULE)
    person.try_out("北京会下雪吗")
    person.sees_verdict("weather", "Hit")
    assert service.asks("北京会下雪吗", of_release=1) == ["basic"]
    person.publish("Snow is weather")
    assert service.asks("北京会下雪吗", of_release=2) == ["weather", "basic"]

    person.roll_back(to=1)
    assert service.asks("北京会下雪吗", of_release=1) == ["basic"]
