"""Environments, releases, requests, what was live where, what is switched off, and the keys of programs."""

from .environments import Environment
from .keys import APIKey
from .publications import Publication
from .releases import Release, ReleaseFragment
from .requests import PublishRequest, RequestedChange, RequestStep
from .switches import Switch

__all__ = [
    "APIKey",
    "Environment",
    "Publication",
    "PublishRequest",
    "Release",
    "ReleaseFragment",
    "RequestStep",
    "RequestedChange",
    "Switch",
]
