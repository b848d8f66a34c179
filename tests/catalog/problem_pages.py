"""The Problems page as a person opens it."""

from django.contrib.auth.models import Permission
from django.test import Client

from toolgroups_admin.accounts.models import User

PAGE = "/admin/problems/"


def page_of(browser: Client, query: str = "") -> str:
    answer = browser.get(f"{PAGE}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(browser: Client, query: str = "") -> list[tuple[str, str]]:
    """The objects and rules that the page shows."""
    objects = browser.get(f"{PAGE}{query}").context["objects"]
    return [(each.identity, problem.rule) for each in objects for problem in each.problems]


def viewer_of(model: str) -> Client:
    """A browser of somebody who may look at one kind, and change nothing."""
    viewer = User.objects.create(username="viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename=f"view_{model}"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(viewer)
    return client
