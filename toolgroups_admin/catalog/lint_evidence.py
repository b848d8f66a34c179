"""What rooms above know of traffic: filled by them when the process starts."""

from collections.abc import Callable, Mapping

Evidence = Callable[[], Mapping[str, float] | None]

_sources: list[Evidence] = []


def register_lint_evidence(source: Evidence) -> None:
    """Has `source()` asked for the share, 0 to 1, of known contexts in which each keyword is found; None when unknown.

    It is asked each time the draft is linted anew, at most once an hour and draft, and should take milliseconds.
    """
    _sources.append(source)


def lint_evidence() -> Mapping[str, float] | None:
    """The largest share that any source knows for each keyword; None when no source knows anything."""
    known = [evidence for source in _sources if (evidence := source()) is not None]
    if not known:
        return None
    keywords = {keyword for evidence in known for keyword in evidence}
    return {keyword: max(evidence.get(keyword, 0.0) for evidence in known) for keyword in keywords}
