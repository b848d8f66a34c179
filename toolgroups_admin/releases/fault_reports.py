"""Reports of releases that are not taken over: every process finds them, and one tells it."""

import logging
from collections.abc import Iterable

from django.db import Error as DatabaseError

from .announcing import announce
from .models import Environment, Event
from .state import Problem

log = logging.getLogger(__name__)


def report_faults(problems: Iterable[Problem]) -> None:
    """Has each release that does not compile in its environment told once; a database that fails keeps nobody from
    answering."""
    try:
        for problem in problems:
            environment = Environment.objects.get(name=problem.environment)
            facts = {"release": problem.number, "code": problem.code, "detail": problem.detail}
            announce(environment, Event.COMPILE_FAULT, facts, once=str(problem.number))
    except (DatabaseError, Environment.DoesNotExist) as error:
        log.warning("a release that does not compile could not be reported: %s", type(error).__name__)
