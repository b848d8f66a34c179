"""The front door of execution: calling tools, and going out to other machines safely."""

from .allowing import AllowList, InvalidAllowEntry
from .clients import async_guarded_client, guarded_client
from .connections import APIKeyAuth, Auth, BasicAuth, BearerAuth, ClientCredentials, Connection
from .guard import AddressRefused

__all__ = [
    "APIKeyAuth",
    "AddressRefused",
    "AllowList",
    "Auth",
    "BasicAuth",
    "BearerAuth",
    "ClientCredentials",
    "Connection",
    "InvalidAllowEntry",
    "async_guarded_client",
    "guarded_client",
]
