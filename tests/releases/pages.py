"""Reading pages as a person does."""

import html
import re
from typing import Any

from django.test import Client

from toolgroups_admin.accounts.models import User
from toolgroups_admin.releases.models import Environment

ADMIN = "/admin/releases"


def publish_address(environment: Environment) -> str:
    return f"{ADMIN}/environment/{environment.pk}/publish/"


def roll_back_address(environment: Environment, number: int) -> str:
    return f"{ADMIN}/environment/{environment.pk}/roll-back/{number}/"


def signed_in(user: User, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def words_of(answer: Any) -> str:
    """The text of a page in one line, without markup."""
    body = re.sub(r"<(script|style|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def hidden_fields(answer: Any) -> dict[str, Any]:
    """The hidden fields and the ticked boxes of a page's form, as a browser would send them; warnings are read."""
    body = answer.content.decode()
    found = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', body)
    boxes = re.findall(r'<input type="checkbox"\s+name="change"\s+value="([^"]*)"\s+checked', body)
    fields = {name: value for name, value in found if name != "csrfmiddlewaretoken"}
    if "marks" in fields:
        fields["read"] = "on"
    return {**fields, "change": [html.unescape(box) for box in boxes]} if boxes else fields
