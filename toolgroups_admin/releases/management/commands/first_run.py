"""`manage.py first_run`: an empty installation gets the demo, an administrator and a key; any other is left alone."""

import json
import shlex
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from toolgroups_admin.catalog.demo import DOCUMENT
from toolgroups_admin.engine import decode_document

from ...first_run import ADMINISTRATOR, ENVIRONMENT, SCOPES, begin, is_first_run

QUESTION = {
    "prompt": "customer-service",
    "messages": [{"role": "user", "content": "帮我查询订单 AF20260001 的物流状态"}],
    "account_id": "user-1001",
}


class Command(BaseCommand):
    """Loads and publishes the demo and makes an administrator and a key, when there is nothing yet."""

    help = "Loads and publishes the demo and makes an administrator and a key, when there is nothing yet."

    def handle(self, **options: Any) -> None:
        if is_first_run():
            self._begin()
        else:
            self._say_how_to_go_on()

    def _begin(self) -> None:
        made = begin(decode_document(DOCUMENT.read_bytes()))
        self.stdout.write(
            f"""
The demo is loaded, and release {made.release.number} of it is live in {ENVIRONMENT}. The password and the key are shown only now.

  Pages      {address()}/admin/
  User       {ADMINISTRATOR}
  Password   {made.password}
  API key    {made.token}

Once it serves, ask which tools a chat gets:

{question(made.token)}
"""
        )

    def _say_how_to_go_on(self) -> None:
        scopes = " ".join(f"--scope {scope}" for scope in SCOPES)
        self.stdout.write(
            f"""
  Pages          {address()}/admin/
  New password   .venv/bin/python manage.py changepassword {ADMINISTRATOR}
  New API key    .venv/bin/python manage.py make_key {ENVIRONMENT} NAME {scopes}
"""
        )


def address() -> str:
    """Where the server is reached from this machine."""
    host = "127.0.0.1" if settings.BIND in {"0.0.0.0", "::"} else settings.BIND
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.PORT}"


def question(token: str) -> str:
    """A line for the shell that asks the resolve API."""
    parts = (
        f"curl -sS {address()}/api/v1/resolve",
        f"-H {shlex.quote(f'Authorization: Bearer {token}')}",
        "-H 'Content-Type: application/json'",
        f"-d {shlex.quote(json.dumps(QUESTION, ensure_ascii=False))}",
    )
    return " ".join(parts)
