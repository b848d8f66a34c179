"""A tool's schema as a format takes it, in four steps."""

from collections.abc import Mapping
from typing import Any

from .fitting import fitted
from .inlining import inlined
from .limits import Limits
from .normal import normal_schema
from .references import with_used_definitions
from .repairs import Repairs
from .roots import object_root


def sent_schema(parameters: Mapping[str, Any], limits: Limits, repairs: Repairs) -> dict[str, Any]:
    """A new schema for the format, each change noted in `repairs`; raises `Unsendable` when none can be made.

    It is a valid schema of draft 2020-12 with a root of type object, and it never refers outside itself.
    """
    normal = normal_schema(parameters, repairs)
    rooted = with_used_definitions(object_root(normal, limits, repairs))
    whole = rooted if limits.references else inlined(rooted, repairs)
    return fitted(whole, limits, repairs)
