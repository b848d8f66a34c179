"""Interceptors: functions in code around the resolver, which prepare contexts and trim resolutions (contract 10)."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from .catalog import Offer
from .choosing import offered_choice
from .context import ChatContext, RequestFacts
from .errors import EngineError, InterceptorFailed
from .notice import Notice
from .reading_contexts import faults_in
from .resolution import ExplainedTool, Explanation, Resolution
from .rules.readonly import read_only, read_only_context, viewed
from .rules.showing import error_words

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


def chain(
    interceptors: Sequence[Interceptor], context: ChatContext, resolver: Proceed, *, explain: bool = False
) -> Resolution:
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
    if not explain:
        return resolution
    explanation = resolution.explanation or Explanation(groups=(), tools=(), set_by={})
    return replace(resolution, explanation=replace(explanation, set_by=set_by))


def changed_paths(before: ChatContext, after: ChatContext) -> Iterator[str]:
    """Paths of what an interceptor set: `attributes.department`, `request.headers.x-tenant`, `messages`."""
    for member in fields(ChatContext):
        yield from _changed(member.name, getattr(before, member.name), getattr(after, member.name))


def _changed(path: str, old: Any, new: Any) -> Iterator[str]:
    if old is new:
        return
    if isinstance(old, RequestFacts) and isinstance(new, RequestFacts):
        for member in fields(RequestFacts):
            yield from _changed(f"{path}.{member.name}", getattr(old, member.name), getattr(new, member.name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from (f"{path}.{key}" for key in {**old, **new} if not _same(old, new, key))
    else:
        yield path


def _same(old: Mapping[str, Any], new: Mapping[str, Any], key: str) -> bool:
    return key in old and key in new and old[key] is new[key]


def _run(
    interceptors: Sequence[Interceptor], context: ChatContext, inner: Proceed, set_by: dict[str, str]
) -> Resolution:
    if not interceptors:
        return inner(context)
    first, *rest = interceptors
    return _Call(first, context, set_by).answer(lambda changed: _run(rest, changed, inner, set_by))


class _Call:
    """One interceptor at work: what it is shown, what it got from `proceed`, and whether it keeps its contract.

    It sees context and resolution in views that cannot be written to; what they show is passed on and answered.
    """

    def __init__(self, interceptor: Interceptor, context: ChatContext, set_by: dict[str, str]) -> None:
        self.interceptor = interceptor
        self.context = context
        self.shown = replace(read_only_context(context), resolution=_shown(context.resolution))
        self.set_by = set_by
        self.proceeded: list[tuple[Resolution, Resolution]] = []  # as shown, and as given
        self.error_below: EngineError | None = None

    def answer(self, inner: Proceed) -> Resolution:
        def proceed(changed: ChatContext) -> Resolution:
            passed_on = self._passed_on(changed)
            try:
                given = inner(passed_on)
            except EngineError as error:
                self.error_below = error
                raise
            shown: Resolution = _shown(given)
            self.proceeded.append((shown, given))
            return shown

        try:
            return self._checked(self.interceptor.function(self.shown, proceed))
        except Exception as error:
            if error is self.error_below:
                raise
            raise self._failed(f"it raised {error_words(error)}") from error

    def _passed_on(self, changed: Any) -> ChatContext:
        if not isinstance(changed, ChatContext):
            raise self._failed(f"it passed a {type(changed).__name__} on, not a ChatContext")
        if changed.preview is not self.shown.preview or changed.resolution is not self.shown.resolution:
            raise self._failed("it changed preview or resolution, which are not its to set")
        context = replace(self.context, **dict(self._changes(changed)))
        if any(isinstance(tool, Mapping) and tool not in self.context.tools for tool in context.tools):
            raise self._failed("it added a tool that is not of the catalog")
        paths = list(changed_paths(self.context, context))
        faults = faults_in(context, {path.split(".")[0] for path in paths})
        if faults:
            raise self._failed(f"it passed a context on that is not valid: {faults[0]}")
        self.set_by.update(dict.fromkeys(paths, self.interceptor.name))
        return context

    def _changes(self, changed: ChatContext) -> Iterator[tuple[str, Any]]:
        for member in fields(ChatContext):
            value = getattr(changed, member.name)
            if value is getattr(self.shown, member.name):
                continue
            if isinstance(value, RequestFacts):
                headers, retry = viewed(value.headers), viewed(value.retry)
                value = replace(value, headers=headers, retry=retry)
            yield member.name, viewed(value)

    def _checked(self, answer: Any) -> Resolution:
        if not isinstance(answer, Resolution):
            raise self._failed(f"it returned a {type(answer).__name__}, not a Resolution")
        if not all(
            isinstance(notice, Notice) and all(isinstance(text, str) for text in notice) for notice in answer.warnings
        ):
            raise self._failed("it added a warning that is not made of texts")
        if not self.proceeded:
            return self._short_circuited(answer)
        for shown, given in reversed(self.proceeded):
            if all(getattr(answer, member) is getattr(shown, member) for member in _KEPT):
                return self._trimmed(answer, given)
        raise self._failed("it proceeded, so it must return what that gave, with tools taken away or warnings added")

    def _short_circuited(self, answer: Resolution) -> Resolution:
        expected = self.shown.unresolved("")
        if answer.offers or any(getattr(answer, member) != getattr(expected, member) for member in _KEPT):
            raise self._failed("it did not proceed, so it must return context.unresolved(reason)")
        return replace(answer, messages=self.context.messages)

    def _trimmed(self, answer: Resolution, given: Resolution) -> Resolution:
        kept = set(map(id, answer.offers))
        offers = tuple(offer for offer in given.offers if id(offer) in kept)
        if list(map(id, offers)) != list(map(id, answer.offers)):
            raise self._failed("it added tools to a resolution, or changed their order")
        if not set(given.warnings) <= set(answer.warnings):
            raise self._failed("it took warnings away")
        if len(offers) == len(given.offers):
            return replace(given, warnings=answer.warnings)
        choice, refused = offered_choice(given.tool_choice, offers)
        explanation = given.explanation and _with_removals(given.explanation, given.offers, kept, self.interceptor.name)
        warnings = answer.warnings + refused
        return replace(given, offers=offers, warnings=warnings, tool_choice=choice, explanation=explanation)

    def _failed(self, why: str) -> InterceptorFailed:
        self.error_below = InterceptorFailed(self.interceptor.name, why)
        return self.error_below


def _shown(resolution: Resolution | None) -> Any:
    if resolution is None:
        return None
    messages = tuple(map(read_only, resolution.messages))
    return replace(resolution, messages=messages, tool_choice=read_only(resolution.tool_choice))


def _with_removals(explanation: Explanation, offers: Sequence[Offer], kept: Container[int], name: str) -> Explanation:
    """The explanation in which the offers that are not kept read as removed; it tells offers in their order."""
    offered = iter(offers)
    tools = tuple(
        ExplainedTool(tool.key, "removed", name)
        if tool.outcome == "offered" and id(next(offered)) not in kept
        else tool
        for tool in explanation.tools
    )
    return replace(explanation, tools=tools)


_KEPT = ("prompt", "groups", "messages", "system_prompt", "tool_choice", "explanation")
