"""What goes in and out of the API, described for its schema; the tests hold real answers against it."""

from .answered import ResolveAnswer
from .asked import ResolveRequest
from .problem import ProblemDocument

__all__ = ["ProblemDocument", "ResolveAnswer", "ResolveRequest"]
