"""Secrets of a connection never come back in what its destination says, even when it echoes them."""

import json
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from .connections import APIKeyAuth, BasicAuth, BearerAuth, ClientCredentials, Connection, basic_credentials

MASK = "******"
SHORTEST = 4  # shorter ones would stand in any text


def secrets_of(connection: Connection, tokens: Iterable[str] = ()) -> list[str]:
    """Everything in a connection that is secret, as it goes over the line, with the tokens that were got for it."""
    found = [*connection.headers.values(), *tokens]
    match connection.auth:
        case BearerAuth(token):
            found.append(token)
        case BasicAuth(username, password):
            found += [password, basic_credentials(username, password)]
        case APIKeyAuth(value=value):
            found.append(value)
        case ClientCredentials(client_secret=secret):
            found.append(secret)
        case None:
            pass
    return found


def masked(text: str, secrets: Iterable[str]) -> str:
    """The text without these secrets, the longest taken out first."""
    spellings = {spelling for secret in secrets if len(secret) >= SHORTEST for spelling in _spellings(secret)}
    for spelling in sorted(spellings, key=len, reverse=True):
        text = text.replace(spelling, MASK)
    return text


def _spellings(secret: str) -> tuple[str, ...]:
    """As it is, as in JSON, and as in a URL."""
    return (
        secret,
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        quote(secret, safe=""),
        quote_plus(secret),
    )
