"""Reading pages as a person does."""

import html
import re

from django.http import HttpResponse
from django.test import Client

from toolgroups_admin.accounts.models import User

ADMIN = "/admin/releases"


def signed_in(user: User, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def words_of(answer: "HttpResponse") -> str:
    """The text of a page in one line, without markup."""
    body = re.sub(r"<(script|style|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def hidden_fields(answer: "HttpResponse") -> dict[str, str]:
    """The hidden fields of a page's form, as a browser would send them."""
    found = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', answer.content.decode())
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}
