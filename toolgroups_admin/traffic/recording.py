"""Recording each call of a tool: one line in the log and one row, without any value."""

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from toolgroups_admin.execution import CallResult

from .models import ToolCall
from .writing import WRITER, Writer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """For whom and under what calls were made; `key` and `by` are the numbers of rows."""

    environment: str
    release: int | None
    decision: str = ""
    prompt: str = ""
    key: int | None = None
    by: int | None = None


def record_calls(
    results: Iterable[CallResult],
    arguments: Mapping[str, Any],
    executors: Mapping[str, str],
    *,
    circumstances: Circumstances,
    writer: Writer = WRITER,
) -> None:
    """Records each result; `arguments` are by call id and only measured, `executors` are kinds by the tool's key."""
    for result in results:
        row = _row(result, arguments.get(result.id), executors.get(result.key or "", ""), circumstances)
        log.info("tool_call %s", json.dumps(_facts(row), ensure_ascii=False))
        writer.put(row)


def _row(result: CallResult, arguments: Any, executor: str, circumstances: Circumstances) -> ToolCall:
    return ToolCall(
        at=timezone.now(),
        environment=circumstances.environment,
        release=circumstances.release,
        decision=circumstances.decision,
        prompt=circumstances.prompt,
        tool=result.key or "",
        executor=executor,
        key_id=circumstances.key,
        by_id=circumstances.by,
        outcome=result.outcome,
        milliseconds=round(result.seconds * 1000),
        argument_bytes=_size(arguments),
        answer_bytes=_size(result.text),
    )


def _size(value: Any) -> int:
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return len(text.encode("utf-8", "surrogatepass"))


def _facts(row: ToolCall) -> dict[str, Any]:
    names = ("environment", "release", "decision", "prompt", "tool", "executor", "key_id", "by_id", "outcome")
    sizes = ("milliseconds", "argument_bytes", "answer_bytes")
    return {name: getattr(row, name) for name in (*names, *sizes)}
