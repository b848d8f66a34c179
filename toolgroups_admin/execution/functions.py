"""Functions that are tools: marked in code with `@tool`, or made into one by hand, and known by name."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final, TypeVar, overload

from toolgroups_admin.engine import Tool

from .docstrings import read_docstring
from .signatures import Signature, signature_of, signature_of_input

Marked = TypeVar("Marked", bound=Callable[..., Any])
_MARK: Final = "__toolgroups_tool__"


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionTool:
    """A function as a tool. `name` is its key, its wire name and the name by which an executor finds it."""

    name: str
    function: Callable[..., Any] = field(repr=False)
    signature: Signature = field(repr=False)
    description: str = ""
    return_direct: bool = False
    sensitive: bool = False
    sequential: bool = False
    idempotent: bool = False
    timeout: float | None = None
    context_keys: Sequence[str] = ()

    def entry(self) -> dict[str, Any]:
        """The tool as it stands in a document, defaults left out."""
        executor: dict[str, Any] = {"kind": "python", "function": self.name}
        executor |= _unless_default(timeout=self.timeout, idempotent=self.idempotent, context_keys=[*self.context_keys])
        entry: dict[str, Any] = {"key": self.name}
        entry |= _unless_default(description=self.description)
        entry["parameters"] = self.signature.parameters
        entry |= _unless_default(return_direct=self.return_direct, sensitive=self.sensitive, sequential=self.sequential)
        return {**entry, "executor": executor}

    def tool(self) -> Tool:
        """The tool as the engine offers it, without a document."""
        return Tool(**{"name": self.name, "description": "", **self.entry()})


@overload
def tool(function: Marked, /) -> Marked: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    return_direct: bool = False,
    sensitive: bool = False,
    sequential: bool = False,
    idempotent: bool = False,
    timeout: float | None = None,
    context_keys: Sequence[str] = (),
) -> Callable[[Marked], Marked]: ...
def tool(function: Marked | None = None, /, **members: Any) -> Any:
    """Marks a function or method as a tool and leaves it as it is.

    Its name, description and parameters come from its name, docstring and annotations; a parameter annotated
    `ToolContext` gets the tool context and is not shown to the model.
    """

    def mark(marked: Marked) -> Marked:
        setattr(
            getattr(marked, "__func__", marked),
            _MARK,
            {name: value for name, value in members.items() if value is not None},
        )
        return marked

    return mark if function is None else mark(function)


def function_tool(
    name: str, function: Callable[..., Any], *, description: str, input_type: type | None, **members: Any
) -> FunctionTool:
    """A tool made by hand of a function that takes one object of `input_type`, or nothing when that is None.

    The function may take a `ToolContext` besides. An input type is a class with named fields: no number, text or list.
    """
    signature = signature_of_input(function, input_type)
    return FunctionTool(name=name, function=function, signature=signature, description=description, **members)


def tools_of(source: Any) -> list[FunctionTool]:
    """The tools of a function, an object, a class that needs nothing to be made, a module, or a list of these.

    Raises ValueError when there is none, and `Undescribable` for a function that cannot be a tool.
    """
    found = list(_found(source))
    if not found:
        raise ValueError(f"{source!r} holds no tool: mark functions with @tool, or make them with function_tool(…)")
    return found


class Functions(Mapping[str, FunctionTool]):
    """Function tools by name; a name is taken once (ValueError, with both owners)."""

    def __init__(self, *sources: Any) -> None:
        self._tools: dict[str, FunctionTool] = {}
        for source in sources:
            self.add(source)

    def add(self, source: Any) -> None:
        """Takes in all tools of one more source."""
        for found in tools_of(source):
            if earlier := self._tools.get(found.name):
                raise ValueError(
                    f"the tool {found.name!r} is there twice: {_owner(earlier)} and {_owner(found)}. Rename one of them"
                )
            self._tools[found.name] = found

    def entries(self) -> list[dict[str, Any]]:
        """All tools as they stand in a document."""
        return [found.entry() for found in self._tools.values()]

    def __getitem__(self, name: str) -> FunctionTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)


def _found(source: Any) -> Iterator[FunctionTool]:
    if isinstance(source, FunctionTool):
        yield source
    elif isinstance(source, list | tuple | Functions):
        for one in source.values() if isinstance(source, Functions) else source:
            yield from _found(one)
    elif inspect.isroutine(source):
        if hasattr(source, _MARK):
            yield _marked(source)
    elif isinstance(source, ModuleType):
        for member in vars(source).values():
            is_own = inspect.isfunction(member) and member.__module__ == source.__name__
            if is_own or isinstance(member, FunctionTool):
                yield from _found(member)
    else:
        yield from _of_object(source() if inspect.isclass(source) else source)


def _of_object(owner: Any) -> Iterator[FunctionTool]:
    """In the order in which the class and those above it define them, first of all the ones further up."""
    names = dict.fromkeys(name for kind in reversed(type(owner).__mro__) for name in vars(kind))
    for name in names:
        if inspect.isroutine(inspect.getattr_static(owner, name)) and hasattr(getattr(owner, name), _MARK):
            yield _marked(getattr(owner, name))


def _marked(function: Callable[..., Any]) -> FunctionTool:
    described = read_docstring(function.__doc__)
    members = {"name": function.__name__, "description": described.description, **getattr(function, _MARK)}
    return FunctionTool(function=function, signature=signature_of(function, described.parameters), **members)


def _unless_default(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value}


def _owner(found: FunctionTool) -> str:
    function = found.function
    return f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', type(function).__qualname__)}"
