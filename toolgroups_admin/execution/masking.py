"""Secrets of a connection never come back in what its destination says, even when it echoes them."""

from collections.abc import Iterable

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
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST:
            text = text.replace(secret, MASK)
    return text
