"""What rules share while a document is compiled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..faults import Fault
from ..rule import Rule, Verdict
from ..vocabulary import Vocabulary

# A matcher registered in code: f(context, **args) -> bool. Anything but a bool, and any exception, is unknown.
PythonMatcher = Callable[..., Verdict]


@dataclass(slots=True)
class Compiling:
    """Collects faults and literals; holds the shared rules compiled so far and the matchers registered in code.

    `declared` names the shared rules that the document has, also those that did not compile.
    """

    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    faults: list[Fault] = field(default_factory=list)
    shared: dict[str, Rule] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    matchers: Mapping[str, PythonMatcher] = field(default_factory=dict)

    def fault(self, code: str, path: str, value: Any, template: str, remedy: str, **params: Any) -> None:
        """Notes one more thing that is wrong; compiling goes on, so that all faults are said at once."""
        self.faults.append(Fault(code, path, value, template, remedy, params))
