"""Calling tools for chats: the manager of an environment, who is asked before, and who is told after."""

from collections.abc import Container, Mapping
from dataclasses import replace

from toolgroups_admin.execution import Answer, Listener, ToolCallingManager
from toolgroups_admin.traffic.consenting import asking_first
from toolgroups_admin.traffic.destinations import Destinations


def manager_of(
    destinations: Destinations, *, approved: Container[str], given: Mapping[str, Answer], listener: Listener
) -> ToolCallingManager:
    """The environment's manager, with what somebody has approved and the answers that are there, by call id."""
    return replace(destinations.manager, interceptors=(asking_first(approved, given),), listener=listener)
