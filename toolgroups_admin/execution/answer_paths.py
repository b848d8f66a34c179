"""JSONPaths of people, in the strict form of RFC 9535 and bounded: they look into what any service may answer."""

from functools import lru_cache
from typing import Any, Final

import jsonpath

MOST_DESCENTS: Final = 1
_LEFT_OUT: Final = ("match", "search")  # a regular expression without a bound on its time


class BadAnswerPath(ValueError):
    """A path that cannot be used; the text says why."""


class _Bounded(jsonpath.JSONPathEnvironment):
    def setup_function_extensions(self) -> None:
        super().setup_function_extensions()
        for name in _LEFT_OUT:
            del self.function_extensions[name]


_ENVIRONMENT: Final = _Bounded(strict=True)


@lru_cache(maxsize=1024)
def answer_path(path: str) -> Any:
    """The path, made ready. Raises `BadAnswerPath` for one that is malformed or could search without end."""
    if path.count("..") > MOST_DESCENTS:
        raise BadAnswerPath(f"{path!r} descends (..) more than once; name the members on the way instead")
    try:
        return _ENVIRONMENT.compile(path)
    except (jsonpath.JSONPathError, RecursionError) as error:
        raise BadAnswerPath(f"{path!r} is no JSONPath that is understood here: {error.args[0]}") from error


def found_in(value: Any, path: str) -> tuple[bool, Any]:
    """Whether there is something at the path, and what: the one value that it names, or a list when it may name several."""
    query = answer_path(path)
    found = query.findall(value)
    if not query.singular_query():
        return True, found
    return bool(found), found[0] if found else None
