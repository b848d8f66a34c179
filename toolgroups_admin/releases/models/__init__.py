"""Environments, releases and what was live where, what is switched off, keys, connections, and who is told of what."""

from .connections import Connection
from .contexts import ToolContext
from .environments import Environment
from .keys import APIKey
from .listeners import Event, MailRecipient, Webhook
from .notices import Attempt, Delivery, Notice
from .publications import Publication
from .releases import Release, ReleaseFragment
from .switches import Switch

__all__ = [
    "APIKey",
    "Attempt",
    "Connection",
    "Delivery",
    "Environment",
    "Event",
    "MailRecipient",
    "Notice",
    "Publication",
    "Release",
    "ReleaseFragment",
    "Switch",
    "ToolContext",
    "Webhook",
]
