"""Tools that cannot be run as they say."""

from collections.abc import Iterator
from typing import Final

from ..document.specs import PythonExecutorSpec
from ..faults import gettext_noop
from .finding import Found, LintRule
from .subject import Subject


def _missing(subject: Subject) -> Iterator[Found]:
    """Where the functions are not known nothing is missing."""
    for item in subject.tools if subject.functions is not None else ():
        executor = item.spec.executor
        if isinstance(executor, PythonExecutorSpec) and executor.function not in (subject.functions or ()):
            yield Found(item, ("executor", "function"), {"function": executor.function})


RULES: Final = (
    LintRule(
        "function_missing",
        "error",
        gettext_noop("Tool whose function is missing"),
        gettext_noop("No code here has a function “{function}”, so each call of this tool fails."),
        gettext_noop("Have whoever looks after the code bring it back, name another function, or take the tool out."),
        _missing,
        needs="functions",
    ),
)
