"""Environments, releases, requests to publish, what was live where, switches, keys, connections, and who is told."""

from .connections import Connection
from .contexts import ToolContext
from .environment_changes import EnvironmentChange
from .environments import Environment
from .keys import APIKey
from .listeners import Event, MailRecipient, Webhook
from .notices import Attempt, Delivery, Notice
from .publications import Publication
from .releases import Release, ReleaseFragment
from .requests import PublishRequest, RequestedChange, RequestStep
from .switches import Switch

__all__ = [
    "APIKey",
    "Attempt",
    "Connection",
    "Delivery",
    "Environment",
    "EnvironmentChange",
    "Event",
    "MailRecipient",
    "Notice",
    "Publication",
    "PublishRequest",
    "Release",
    "ReleaseFragment",
    "RequestStep",
    "RequestedChange",
    "Switch",
    "ToolContext",
    "Webhook",
]
