"""The calls of promptContains and promptMatches in an expression: each is the rule of the kind it is named for."""

from collections.abc import Iterator

from ...document.rule_specs import PromptContainsSpec
from ...rule import KeywordKey, Rule
from ..compiling import Compiling
from ..prompts import PromptMatches, compile_prompt_contains, literal_numbers
from ..searching import pattern_of
from .language import CONTAINS, MATCHES
from .syntax import Call, Constant, Node, walk

Asked = tuple[str, ...]  # a function's name and its arguments


def asked(call: Call) -> Asked:
    """The function's name and its arguments, which are texts in quotes in an expression without problems."""
    return (call.function, *(str(argument.value) for argument in call.arguments if isinstance(argument, Constant)))


def calls_in(tree: Node) -> Iterator[Asked]:
    """The calls of both functions, in the order of the source."""
    for node in walk(tree):
        if isinstance(node, Call) and node.function in (CONTAINS, MATCHES):
            yield asked(node)


def compile_call(call: Asked, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The rule behind a call, on the last user message; None when a fault was noted at `path`."""
    name, *arguments = call
    if name == CONTAINS:
        spec = PromptContainsSpec(kind="prompt_contains", keywords=arguments)
        return compile_prompt_contains(spec, path, node_id, compiling)
    pattern = pattern_of(arguments[0], path, compiling)
    if pattern is None:
        return None
    numbers = literal_numbers(pattern, compiling)
    keys = None if numbers is None else frozenset(KeywordKey("last_user", number) for number in numbers)
    return PromptMatches(id=node_id, keys=keys, scope="last_user", n=None, pattern=pattern, numbers=numbers)
