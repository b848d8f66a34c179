"""The child that compiles what a person typed: reads a question on stdin, answers on stdout.

It bounds itself before it loads the engine, and knows nothing of Django, so that it starts quickly. Of the matchers
registered in code it is told the names and the signatures only.
"""

import inspect
import json
import resource
import sys
from typing import Any

OUT_OF_MEMORY = 3


def main() -> None:
    """Compiles the document of the question within its limits and prints the faults."""
    question = json.load(sys.stdin)
    bound(seconds=question["seconds"], mebibytes=question["mebibytes"])
    try:
        json.dump({"faults": faults_of(question["document"], question["matchers"])}, sys.stdout)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def bound(*, seconds: int, mebibytes: int) -> None:
    """Limits this process's CPU time and memory; it leaves no core file behind."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def faults_of(document: Any, matchers: dict[str, Any]) -> list[dict[str, Any]]:
    """What is wrong with a document, as plain JSON."""
    from toolgroups_admin.engine import InvalidDocument, compile_catalog

    try:
        compile_catalog(document, matchers={name: _stand_in(signature) for name, signature in matchers.items()})
    except InvalidDocument as invalid:
        return [
            {
                "code": fault.code,
                "path": fault.path,
                "value": fault.value,
                "template": fault.template,
                "remedy_template": fault.remedy_template,
                "params": dict(fault.params),
            }
            for fault in invalid.faults
        ]
    return []


def _stand_in(signature: list[tuple[str, int, bool]] | None) -> Any:
    """A matcher that can be asked for its parameters (name, kind, whether it has a default) and no more."""

    def never_called(*_: Any, **__: Any) -> bool:
        raise AssertionError("compiling calls no matcher")

    if signature is not None:
        parameters = [
            inspect.Parameter(name, inspect._ParameterKind(kind), default=None if optional else inspect.Parameter.empty)
            for name, kind, optional in signature
        ]
        never_called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return never_called


if __name__ == "__main__":
    main()
