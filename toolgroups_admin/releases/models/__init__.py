"""Environments, releases, requests to publish, what was live where, switches, keys, connections and tool contexts."""

from .connections import Connection
from .contexts import ToolContext
from .environments import Environment
from .keys import APIKey
from .publications import Publication
from .releases import Release, ReleaseFragment
from .requests import PublishRequest, RequestedChange, RequestStep
from .switches import Switch

__all__ = [
    "APIKey",
    "Connection",
    "Environment",
    "Publication",
    "PublishRequest",
    "Release",
    "ReleaseFragment",
    "RequestStep",
    "RequestedChange",
    "Switch",
    "ToolContext",
]
