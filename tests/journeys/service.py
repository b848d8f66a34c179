"""A program that asks the resolve API."""

import time
from dataclasses import dataclass
from typing import Any

import httpx

from toolgroups_admin.releases.keys import make_key
from toolgroups_admin.releases.models import Environment

PATIENCE_SECONDS = 5.0


@dataclass(frozen=True)
class Service:
    """A program with a key."""

    address: str
    token: str

    @classmethod
    def with_key(cls, address: str, environment: Environment) -> "Service":
        """A program with a new key for an environment."""
        _, token = make_key(environment, name="a journey", scopes=["resolve", "explain"], by=None)
        return cls(address, token)

    def asks(self, text: str, *, of_release: int, **context: Any) -> list[str]:
        """The groups that hit for what a user says, once the release is live in the server."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self._ask(
                {"prompt": "customer-service", "messages": [{"role": "user", "content": text}], **context}
            )
            if (answer.get("release") or {}).get("number") == of_release:
                groups: list[str] = answer["groups"]
                return groups
            assert time.monotonic() < end, answer
            time.sleep(0.05)

    def hears(self, text: str, groups: list[str]) -> None:
        """Waits until these groups hit for what a user says."""
        end = time.monotonic() + PATIENCE_SECONDS
        body = {"prompt": "customer-service", "messages": [{"role": "user", "content": text}]}
        while (answer := self._ask(body)).get("groups") != groups:
            assert time.monotonic() < end, answer
            time.sleep(0.05)

    def _ask(self, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer: dict[str, Any] = httpx.post(f"{self.address}/api/v1/resolve", json=body, headers=headers).json()
        return answer
