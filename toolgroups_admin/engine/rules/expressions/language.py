"""The language of expressions: CEL with the variable `ctx` and the functions promptContains and promptMatches."""

from cel_expr_python import cel

from .reading import read_tree
from .syntax import Call, Node, walk

CONTAINS, MATCHES = "promptContains", "promptMatches"
MOST_KEYWORDS = 10

_TEXT, _TRUTH = cel.Type.STRING, cel.Type.BOOL

# CEL's own `contains` takes time in the product of both lengths, so another stands in its place in the compiled
# bytes: of the same length, and no source can spell it.
_CEL_CONTAINS, _OWN_CONTAINS = b"contains", b"@contain"


class NotCompiled(Exception):
    """The CEL library refused a source; its text says why and where."""


def compile_source(source: str) -> tuple[cel.Expression, Node]:
    """The expression ready to evaluate, and its tree; raises NotCompiled. The source holds no lone surrogate."""
    try:
        checked = _ENVIRONMENT.compile(source)
    except RuntimeError as error:
        raise NotCompiled(str(error)) from error
    serialized = checked.serialize()
    tree = read_tree(serialized)
    return _ENVIRONMENT.deserialize(_with_own_contains(serialized, tree)), tree


def activation(ctx: dict[str, object], functions: list[cel.Function]) -> cel.Activation:
    """What expressions are evaluated over: `ctx`, converted once, at the first evaluation."""
    return _ENVIRONMENT.Activation({"ctx": ctx}, functions=functions)


def function(name: str, arguments: int, meaning: object) -> cel.Function:
    """What `name` with so many arguments means in one activation."""
    return cel.Function(name, [_TEXT] * arguments, is_member=False, impl=meaning, return_type=_TRUTH)


def spoken(error: str) -> str:
    """An error text of the library in the words of the language."""
    return error.replace(_OWN_CONTAINS.decode(), _CEL_CONTAINS.decode())


def _with_own_contains(serialized: bytes, tree: Node) -> bytes:
    patched = bytearray(serialized)
    for node in walk(tree):
        if isinstance(node, Call) and node.function == "contains":
            patched[node.name_at : node.name_at + len(_OWN_CONTAINS)] = _OWN_CONTAINS
    return bytes(patched)


def _contains(text: str, part: str) -> bool:
    return part in text


def _overload(name: str, arguments: int) -> cel.Overload:
    return cel.Overload(f"{name}_{arguments}", _TRUTH, [_TEXT] * arguments)


_ENVIRONMENT = cel.NewEnv(
    variables={"ctx": cel.Type.Map(_TEXT, cel.Type.DYN)},
    extensions=[
        cel.CelExtension(
            "toolgroups",
            [
                cel.FunctionDecl(CONTAINS, [_overload(CONTAINS, n) for n in range(1, MOST_KEYWORDS + 1)]),
                cel.FunctionDecl(MATCHES, [_overload(MATCHES, 1)]),
                cel.FunctionDecl(
                    _OWN_CONTAINS.decode(),
                    [cel.Overload("own_contains", _TRUTH, [_TEXT, _TEXT], is_member=True, impl=_contains)],
                ),
            ],
        )
    ],
)
