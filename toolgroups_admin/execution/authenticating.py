"""Showing a destination who we are, request by request."""

import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field

import anyio
import httpx2

from .calls import ToolFailed
from .connections import APIKeyAuth, Auth, BasicAuth, BearerAuth, ClientCredentials, basic_credentials

EARLY_SECONDS = 30.0  # a token is renewed so long before it runs out
DEFAULT_SECONDS = 300.0
_UNSIGNED = "The connection of this tool could not sign in; an administrator can look at it"


@dataclass(slots=True)
class _Token:
    text: str
    until: float


@dataclass(slots=True)
class Tokens:
    """OAuth tokens, each fetched once and used until it runs out, by all calls at once."""

    client: Callable[[httpx2.URL], httpx2.AsyncClient]
    clock: Callable[[], float] = time.monotonic
    _tokens: dict[ClientCredentials, _Token] = field(default_factory=dict)
    _locks: dict[ClientCredentials, anyio.Lock] = field(default_factory=dict)

    async def token(self, credentials: ClientCredentials) -> str:
        """A token that is still good. Raises `ToolFailed` when none can be had."""
        async with self._locks.setdefault(credentials, anyio.Lock()):
            known = self._tokens.get(credentials)
            if known is None or known.until <= self.clock():
                known = self._tokens[credentials] = await self._fetched(credentials)
            return known.text

    def forget(self, credentials: ClientCredentials, token: str) -> None:
        """Lets go of a token that the destination refused."""
        if (known := self._tokens.get(credentials)) and known.text == token:
            del self._tokens[credentials]

    def known(self, auth: Auth | None) -> list[str]:
        """The token in use, which is as secret as what it was got with."""
        known = self._tokens.get(auth) if isinstance(auth, ClientCredentials) else None
        return [known.text] if known else []

    async def _fetched(self, credentials: ClientCredentials) -> _Token:
        form = {"grant_type": "client_credentials"} | ({"scope": credentials.scope} if credentials.scope else {})
        try:
            answer = await self.client(httpx2.URL(credentials.token_url)).post(
                credentials.token_url,
                data=form,
                auth=httpx2.BasicAuth(credentials.client_id, credentials.client_secret),
                headers={"Accept": "application/json"},
                follow_redirects=False,
            )
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise ToolFailed(_UNSIGNED, "connection_failed", transient=True) from error
        return self._read(answer)

    def _read(self, answer: httpx2.Response) -> _Token:
        try:
            said = answer.json() if answer.status_code == 200 else {}
            token, seconds = said.get("access_token"), float(said.get("expires_in", DEFAULT_SECONDS))
        except (ValueError, AttributeError, TypeError):
            token, seconds = None, 0.0
        if not isinstance(token, str) or not token:
            raise ToolFailed(_UNSIGNED, "connection_failed")
        return _Token(token, self.clock() + max(seconds - EARLY_SECONDS, 0.0))


class ConnectionAuth(httpx2.Auth):
    """Adds what a connection's auth says; a refused OAuth token is fetched anew, once."""

    def __init__(self, auth: Auth | None, tokens: Tokens) -> None:
        self._auth, self._tokens = auth, tokens

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        if not isinstance(self._auth, ClientCredentials):
            _add(self._auth, request)
            yield request
            return
        token = await self._tokens.token(self._auth)
        request.headers["Authorization"] = f"Bearer {token}"
        answer = yield request
        if answer.status_code == 401:
            self._tokens.forget(self._auth, token)
            request.headers["Authorization"] = f"Bearer {await self._tokens.token(self._auth)}"
            yield request


def _add(auth: Auth | None, request: httpx2.Request) -> None:
    match auth:
        case BearerAuth(token):
            request.headers["Authorization"] = f"Bearer {token}"
        case BasicAuth(username, password):
            request.headers["Authorization"] = f"Basic {basic_credentials(username, password)}"
        case APIKeyAuth(name, value, "header"):
            request.headers[name] = value
        case APIKeyAuth(name, value, "query"):
            request.url = request.url.copy_merge_params({name: value})
        case _:
            pass
