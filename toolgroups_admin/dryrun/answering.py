"""Dry runs for programs: several contexts against one source, within what a key may ask."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from toolgroups_admin.engine import (
    FORMATS,
    Fault,
    InterceptorFailed,
    InvalidContext,
    Resolution,
    UnknownName,
    parse_context,
    resolve,
)
from toolgroups_admin.releases.interceptors import configured_interceptors
from toolgroups_admin.releases.permitting import Refused, check_names, require_scope
from toolgroups_admin.releases.questions import DEFAULT_FORMAT, bounds
from toolgroups_admin.releases.state import LiveKey, LiveRelease, State

from .sources import RELEASE, UnknownSource, compiled
from .typed import DRAFT

LIVE = "live"
MEMBERS = ("contexts", "source", "format", "explain")


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A request body that was read; its contexts are not."""

    contexts: Sequence[Any]
    source: str
    format: str
    explain: bool


@dataclass(frozen=True, slots=True, eq=False)
class DryRunAnswers:
    """What answered (number 0 for the draft), and for each context its resolution or why there is none."""

    source: str
    release: LiveRelease
    format: str
    outcomes: tuple[Resolution | Exception, ...]


def read_asked(body: Any) -> Asked:
    """What a decoded body asks; raises `InvalidContext` with everything that is wrong outside of its contexts."""
    if not isinstance(body, dict):
        remedy = "Send an object with the member contexts."
        raise InvalidContext([Fault("wrong_type", "$", body, "this is no object", remedy)])
    asked = Asked(
        body.get("contexts", ()),
        body.get("source", LIVE),
        body.get("format", DEFAULT_FORMAT),
        body.get("explain", True),
    )
    if faults := [*_unknown(body), *_faults(asked)]:
        raise InvalidContext(faults)
    return asked


def answers(key: LiveKey, asked: Asked, *, state: State) -> DryRunAnswers:
    """What the source makes of each context; one that cannot be tried leaves the others alone.

    Raises `Refused` for a source that the key may not ask, `UnknownSource` and `DoesNotCompile`.
    """
    release = _answering(key, asked.source, state)
    outcomes = tuple(_outcome(key, release, context, asked) for context in asked.contexts)
    return DryRunAnswers(asked.source, release, asked.format, outcomes)


def _answering(key: LiveKey, source: str, state: State) -> LiveRelease:
    if source == LIVE:
        release = state.releases.get(key.environment)
        if release is None:
            raise Refused("no_release", f"Nothing is live in the environment {key.environment!r} yet.")
        return release
    require_scope(key, "preview")
    if source != DRAFT and not source.startswith(f"{RELEASE}:"):
        raise UnknownSource(source)
    found = compiled(source)
    return LiveRelease(key.environment, found.release or 0, found.catalog.digest, found.catalog)


def _outcome(key: LiveKey, release: LiveRelease, members: Any, asked: Asked) -> Resolution | Exception:
    try:
        context = parse_context(members, bounds=bounds(), preview=True)
        if context.prompt not in release.catalog.prompts and (key.prompts is None or context.prompt in key.prompts):
            path = "$.prompt"
            fault = Fault(
                "unknown_prompt", path, context.prompt, "there is none of this name", "Name one of the source."
            )
            return Refused("unknown_prompt", f"The source {asked.source} has no prompt {context.prompt!r}.", [fault])
        check_names(key, release, context)
        return resolve(release.catalog, context, explain=asked.explain, interceptors=configured_interceptors())
    except UnknownName as unknown:  # the context's own names were found, so an interceptor has set this one
        names = ", ".join(each.name for each in configured_interceptors())
        return InterceptorFailed(names, str(unknown))
    except (InvalidContext, Refused, InterceptorFailed) as refused:
        return refused


def _unknown(body: dict[str, Any]) -> Iterator[Fault]:
    for member in body:
        if member not in MEMBERS:
            known = {"known": ", ".join(MEMBERS)}
            yield Fault("unknown_member", f"$.{member}", None, "this is not known", "Send only: {known}.", known)


def _faults(asked: Asked) -> Iterator[Fault]:
    most = settings.DRYRUN_MAX_CONTEXTS
    if not isinstance(asked.contexts, list) or not asked.contexts:
        remedy = "Send a list of one chat context or more."
        yield Fault("wrong_type", "$.contexts", asked.contexts, "these are no contexts", remedy)
    elif len(asked.contexts) > most:
        number = {"number": len(asked.contexts), "most": most}
        words, remedy = "there are {number} contexts", "Send at most {most} at once."
        yield Fault("too_many_contexts", "$.contexts", None, words, remedy, number)
    if not isinstance(asked.source, str):
        remedy = "Use live, draft, or release: and its number."
        yield Fault("wrong_type", "$.source", asked.source, "this is no source", remedy)
    if not isinstance(asked.format, str) or asked.format not in FORMATS:
        known = {"formats": ", ".join(FORMATS)}
        yield Fault("unknown_format", "$.format", asked.format, "this is no format", "Use one of: {formats}.", known)
    if not isinstance(asked.explain, bool):
        yield Fault("wrong_type", "$.explain", asked.explain, "this is neither true nor false", "Send true or false.")
