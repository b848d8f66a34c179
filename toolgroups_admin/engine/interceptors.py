"""Interceptors: functions in code around the resolver, which prepare contexts and trim resolutions (contract 10)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from .context import ChatContext
from .errors import EngineError, InterceptorFailed
from .reading_contexts import faults_in
from .resolution import ExplainedTool, Resolution

RESOLVER_ORDER = 10_000

Proceed = Callable[[ChatContext], Resolution]
InterceptorFunction = Callable[[ChatContext, Proceed], Resolution]


@dataclass(frozen=True, slots=True)
class Interceptor:
    """A function `f(context, proceed) -> Resolution` with its name and its place in the chain.

    It returns what `proceed(context.with_(…))` gave, perhaps with tools taken away or warnings added, or
    `context.unresolved(reason)` to end the request without tools. Below 10,000 it runs before the resolver, above
    after it; the context's `resolution` is then the resolved request.
    """

    name: str
    function: InterceptorFunction
    order: int = 0


def in_order(interceptors: Iterable[Interceptor | InterceptorFunction]) -> list[Interceptor]:
    """Interceptors sorted by order, stable; a plain function has order 0 and its own name."""
    named = [
        each if isinstance(each, Interceptor) else Interceptor(getattr(each, "__qualname__", repr(each)), each)
        for each in interceptors
    ]
    return sorted(named, key=lambda interceptor: interceptor.order)


def chain(interceptors: Sequence[Interceptor], context: ChatContext, resolver: Proceed) -> Resolution:
    """Runs the interceptors around the resolver and says in the explanation who set which value of the context."""
    if not interceptors:
        return resolver(context)
    set_by: dict[str, str] = {}
    early = [each for each in interceptors if each.order < RESOLVER_ORDER]
    late = [each for each in interceptors if each.order >= RESOLVER_ORDER]

    def resolve_then_late(context: ChatContext) -> Resolution:
        resolution = resolver(context)
        return _run(late, replace(context, resolution=resolution), lambda _: resolution, {})

    resolution = _run(early, context, resolve_then_late, set_by)
    if resolution.explanation is None or not set_by:
        return resolution
    return replace(resolution, explanation=replace(resolution.explanation, set_by=set_by))


def _run(
    interceptors: Sequence[Interceptor], context: ChatContext, inner: Proceed, set_by: dict[str, str]
) -> Resolution:
    if not interceptors:
        return inner(context)
    first, *rest = interceptors
    return _Call(first, context, set_by).answer(lambda changed: _run(rest, changed, inner, set_by))


class _Call:
    """One interceptor at work: what it was given, what it got from `proceed`, and whether it keeps its contract."""

    def __init__(self, interceptor: Interceptor, context: ChatContext, set_by: dict[str, str]) -> None:
        self.interceptor = interceptor
        self.context = context
        self.set_by = set_by
        self.proceeded: Resolution | None = None
        self.error_below: EngineError | None = None

    def answer(self, inner: Proceed) -> Resolution:
        def proceed(changed: ChatContext) -> Resolution:
            self._note_changes(changed)
            try:
                self.proceeded = inner(changed)
            except EngineError as error:
                self.error_below = error
                raise
            return self.proceeded

        try:
            answer = self.interceptor.function(self.context, proceed)
        except Exception as error:
            if error is self.error_below:
                raise
            raise self._failed(f"it raised {type(error).__name__}: {error}") from error
        return self._checked(answer)

    def _note_changes(self, changed: Any) -> None:
        if not isinstance(changed, ChatContext):
            raise self._failed(f"it passed a {type(changed).__name__} on, not a ChatContext")
        paths = list(changed_paths(self.context, changed))
        faults = faults_in(changed, {path.split(".")[0] for path in paths})
        if faults:
            raise self._failed(f"it passed a context on that is not valid: {faults[0]}")
        self.set_by.update(dict.fromkeys(paths, self.interceptor.name))

    def _checked(self, answer: Any) -> Resolution:
        if not isinstance(answer, Resolution):
            raise self._failed(f"it returned a {type(answer).__name__}, not a Resolution")
        given = self.proceeded
        if given is None:
            if answer.offers or answer.groups:
                raise self._failed("it did not proceed, so it must return context.unresolved(reason)")
            return answer
        if answer.messages is not given.messages or answer.groups is not given.groups:
            raise self._failed("it changed the messages or the groups of a resolution")
        known = set(map(id, given.offers))
        if not all(id(offer) in known for offer in answer.offers):
            raise self._failed("it added tools to a resolution")
        return _with_removals_explained(answer, given, self.interceptor.name)

    def _failed(self, why: str) -> InterceptorFailed:
        self.error_below = InterceptorFailed(self.interceptor.name, why)
        return self.error_below


def _with_removals_explained(answer: Resolution, given: Resolution, name: str) -> Resolution:
    if given.explanation is None or len(answer.offers) == len(given.offers):
        return answer
    kept = {offer.tool.name for offer in answer.offers}
    removed = {offer.tool.key for offer in given.offers if offer.tool.name not in kept}
    tools = tuple(
        ExplainedTool(tool.key, "removed", name) if tool.outcome == "offered" and tool.key in removed else tool
        for tool in given.explanation.tools
    )
    return replace(answer, explanation=replace(given.explanation, tools=tools))


def changed_paths(before: ChatContext, after: ChatContext) -> Iterator[str]:
    """Paths of what an interceptor set: `attributes.department`, `options.model`, `messages`."""
    for member in fields(ChatContext):
        old, new = getattr(before, member.name), getattr(after, member.name)
        if old is new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from (f"{member.name}.{key}" for key in {**old, **new} if not _same(old, new, key))
        else:
            yield member.name


def _same(old: Mapping[str, Any], new: Mapping[str, Any], key: str) -> bool:
    return key in old and key in new and old[key] is new[key]
