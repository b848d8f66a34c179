"""The Problems page as a person opens it."""

from django.test import Client

PAGE = "/admin/problems/"


def page_of(browser: Client, query: str = "") -> str:
    answer = browser.get(f"{PAGE}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(browser: Client, query: str = "") -> list[tuple[str, str]]:
    """The objects and rules that the page shows."""
    objects = browser.get(f"{PAGE}{query}").context["objects"]
    return [(each.identity, problem.rule) for each in objects for problem in each.problems]
