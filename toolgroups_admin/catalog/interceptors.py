"""The interceptors around a trial beside an editor: those around every request, named by the room that answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from toolgroups_admin.engine import (
    Catalog,
    ChatContext,
    ExplainedGroup,
    Interceptor,
    InterceptorFailed,
    Resolution,
    UnknownName,
    resolve,
)

Source = Callable[[], Sequence[Interceptor]]

_sources: list[Source] = []


@dataclass(frozen=True, slots=True)
class Judged:
    """The only group of a catalog as a request finds it; None with a `note` where none is judged.

    `set_by` has the interceptor that set a value of the context, by the value's path.
    """

    group: ExplainedGroup | None
    set_by: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


def register_interceptors(source: Source) -> None:
    """Has each trial run what `source()` gives at that moment."""
    _sources.append(source)


def withdraw_interceptors(source: Source) -> None:
    """No longer asks `source`."""
    _sources.remove(source)


def judged(catalog: Catalog, context: ChatContext) -> Judged:
    """What a context makes of a catalog's only group, with the interceptors around it as around a request.

    One that leads out of the catalog, to a prompt, tool or group that is not in it, is left out with all others.
    """
    interceptors = [each for source in _sources for each in source()]
    try:
        resolution = resolve(catalog, context, explain=True, interceptors=interceptors)
    except InterceptorFailed as failed:
        words = _("The interceptor “{name}” failed, so a request would fail too: {why}")
        return Judged(None, note=words.format(name=failed.name, why=failed))
    except UnknownName as unknown:
        bare = resolve(catalog, replace(context, tools=(), groups=()), explain=True)
        words = _("“{name}” is no part of this trial; the rule is judged without it and without interceptors.")
        return replace(_judged(bare), note=words.format(name=unknown.name))
    return _judged(resolution)


def _judged(resolution: Resolution) -> Judged:
    explanation = resolution.explanation
    assert explanation is not None, "it was asked for"
    if explanation.groups:
        return Judged(explanation.groups[0], explanation.set_by)
    why = "; ".join(notice.detail for notice in resolution.warnings if notice.code == "short_circuited")
    note = _("An interceptor ends the request before any rule is judged: {why}").format(why=why)
    return Judged(None, explanation.set_by, note)
