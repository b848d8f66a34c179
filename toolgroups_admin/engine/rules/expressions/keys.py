"""Facts without which an expression cannot be true, read from its tree."""

from collections.abc import Callable, Mapping

from ...rule import NO_POPULARITY, AccessKey, KeywordKey, Rule, ValueKey
from ...texts import fold
from ...vocabulary import Vocabulary
from .calls import Asked, asked
from .syntax import Call, Constant, Literal, Node, Path, Value, read_path

Keys = frozenset[AccessKey]
AskedRules = Mapping[Asked, Rule]

MOST_CHOICES = 8

# Beyond this CEL compares a whole number and a floating-point one inexactly.
_EXACT = 1 << 53
_SINGLE = frozenset({"account_id", "conversation_id", "bot_id", "turn_id", "model"})
_USER_TEXT: Path = ("ctx", "user_text")
_IN_USER_TEXT = frozenset({"contains", "startsWith", "endsWith"})
_REPLACED = "\ufffd"  # stands for lone surrogates, so it proves nothing


def access_choices(tree: Node, rules: AskedRules, vocabulary: Vocabulary) -> tuple[Keys, ...]:
    """Sets of keys, of each of which at least one holds whenever the expression is true; literals join the vocabulary."""
    return tuple(_Choosing(rules, vocabulary.add).choices(tree)[:MOST_CHOICES])


class _Choosing:
    def __init__(self, rules: AskedRules, number: Callable[[str], int]) -> None:
        self._rules = rules
        self._number = number

    def choices(self, node: Node) -> list[Keys]:
        match node:
            case Call(function="_&&_", arguments=(left, right)):
                return self.choices(left) + self.choices(right)
            case Call(function="_||_", arguments=(left, right)):
                return [a | b for a in self.choices(left)[:2] for b in self.choices(right)[:2]]
        keys = self._leaf(node)
        return [] if keys is None else [keys]

    def _leaf(self, node: Node) -> Keys | None:
        match node:
            case Call(function="_==_", arguments=(Constant(value=value), way) | (way, Constant(value=value))):
                return self._equal(way, [value])
            case Call(function="@in", arguments=(way, Literal(parts=parts))):
                values = [part.value for part in parts if isinstance(part, Constant)]
                return self._equal(way, values) if len(values) == len(parts) else None
            case Call(function=name, target=Node() as way, arguments=(Constant(value=value),)) if name in _IN_USER_TEXT:
                return self._in_user_text([value]) if read_path(way) == _USER_TEXT else None
            case Call(function="promptContains" | "promptMatches"):
                return self._rules[asked(node)].access_keys(NO_POPULARITY)
        return self._equal(node, [True])

    def _equal(self, way: Node, values: list[Value]) -> Keys | None:
        path = read_path(way)
        if path == _USER_TEXT:
            return self._in_user_text(values)
        field = None if path is None else _field(path)
        if field is None or not all(_certain(value) for value in values):
            return None
        return frozenset(ValueKey(field, fold(value) if isinstance(value, str) else value) for value in values)

    def _in_user_text(self, values: list[Value]) -> Keys | None:
        texts = [value for value in values if isinstance(value, str) and value and _certain(value)]
        if len(texts) < len(values):
            return None
        return frozenset(KeywordKey("last_user", self._number(text)) for text in texts)


def _field(path: Path) -> str | None:
    """The field of the index that is this very way; deeper ways are none, as a dotted name could stand before them."""
    match path:
        case ("ctx", str() as field) if field in _SINGLE:
            return field
        case ("ctx", "attributes" | "options" as field, str() as name) if name and _REPLACED not in name:
            return f"{field}.{name}"
    return None


def _certain(value: Value) -> bool:
    if isinstance(value, str):
        return _REPLACED not in value
    return isinstance(value, int | float) and abs(value) < _EXACT
