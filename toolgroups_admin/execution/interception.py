"""Functions around each call: permission, audit, cache, mending of arguments."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .calls import Answer, ToolCall, ToolFailed

Proceed = Callable[[ToolCall], Awaitable[Answer]]
Around = Callable[[ToolCall, Proceed], Answer | Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class CallInterceptor:
    """`around(call, proceed)` returns what `await proceed(call)` gave, or `call.answer(…)`, or `call.refuse(…)`.

    It may pass on `call.with_(arguments=…)`, which is checked like the model's own. Lower `order` runs further out.
    """

    around: Around
    order: int = 0

    @property
    def name(self) -> str:
        return getattr(self.around, "__name__", type(self.around).__name__)


class CallInterceptorFailed(Exception):
    """An interceptor raised or answered something else than an answer: a lost permission check is no pass."""


def chain(interceptors: Sequence[CallInterceptor], inmost: Proceed) -> Proceed:
    """One function that runs all interceptors, in the order of their `order`, round the inmost one."""
    proceed = inmost
    for interceptor in sorted(interceptors, key=lambda each: each.order, reverse=True):
        proceed = _link(interceptor, proceed)
    return proceed


def _link(interceptor: CallInterceptor, proceed: Proceed) -> Proceed:
    async def linked(call: ToolCall) -> Answer:
        try:
            answer: Any = interceptor.around(call, proceed)
            if inspect.isawaitable(answer):
                answer = await answer
        except (ToolFailed, CallInterceptorFailed, asyncio.CancelledError):
            raise
        except BaseException as error:
            raise CallInterceptorFailed(f"the interceptor {interceptor.name!r} failed: {error!r}") from error
        if not isinstance(answer, Answer):
            raise CallInterceptorFailed(
                f"the interceptor {interceptor.name!r} returned no answer but a {type(answer).__name__}"
            )
        return answer

    return linked
