"""From the tree of a pattern to the text that means the same to the `regex` library, without any flag."""

from collections.abc import Mapping
from dataclasses import dataclass

from .behind import fitted
from .charsets import CharSet
from .lengths import deterministic, length
from .nodes import Anchor, BackReference, Chars, Choice, Grapheme, Group, LineBreak, Look, Node, Repeat, Sequence, walk
from .references import groups_in

_LINE_BREAK = r"\r\n|[\n-\r\x85\u2028\u2029]"
_NEVER = "(?!)"
_QUANTIFIERS = {(0, 1): "?", (0, None): "*", (1, None): "+"}
_SUFFIXES = {"greedy": "", "lazy": "?", "possessive": "+"}


def translate(tree: Node) -> str:
    """The pattern for `regex.compile(…, regex.V1)`. Raises `PatternFault` for what would be misread."""
    wanted = {node.number for node in walk(tree) if isinstance(node, BackReference)}
    renumbered = {number: place for place, number in enumerate(sorted(groups_in([tree]) & wanted), start=1)}
    return _Translation(renumbered).text(tree)


@dataclass(frozen=True, slots=True)
class _Translation:
    """The new number of each group that is referred to; all others no longer capture."""

    numbers: Mapping[int, int]

    def text(self, node: Node) -> str:
        match node:
            case Chars(set=CharSet(pattern=source)) | Anchor(source=source):
                return source
            case LineBreak():
                return f"(?:{_LINE_BREAK})"
            case Grapheme():
                return r"\X"
            case BackReference():
                return rf"\g<{self.numbers[node.number]}>" if node.number in self.numbers else _NEVER
            case Sequence():
                return "".join(f"(?:{self.text(i)})" if isinstance(i, Choice) else self.text(i) for i in node.items)
            case Choice():
                return "|".join(self.text(option) for option in node.options)
            case Group():
                return self._group(node)
            case Look():
                return self._look(node)
            case _:
                return self._repeat(node)

    def _group(self, node: Group) -> str:
        body = self.text(node.body)
        if node.number in self.numbers:
            return f"({body})"
        return f"(?>{body})" if node.atomic else f"(?:{body})"

    def _look(self, node: Look) -> str:
        body = fitted(node) if node.behind else node.body
        return f"(?{'<' if node.behind else ''}{'!' if node.negative else '='}{self.text(body)})"

    def _repeat(self, node: Repeat) -> str:
        if length(node.body) == (0, 0):
            return self._without_width(node)
        return self._repeated(node) + _quantifier(node.least, node.most) + _SUFFIXES[node.mode]

    def _without_width(self, node: Repeat) -> str:
        """What takes no room holds as often as it holds once."""
        body = self.text(node.body)
        if node.least or not body:
            return body
        return f"(?:{body}){'{0}' if node.most == 0 else '?'}{_SUFFIXES[node.mode]}"

    def _repeated(self, node: Repeat) -> str:
        """One round of a repetition: atomic wherever Java does not come back into it."""
        body = node.body
        match body:
            case LineBreak():
                return f"(?>{_LINE_BREAK})"
            case BackReference():
                return f"(?:{self.text(body)})"
            case Group(atomic=False) if node.mode == "possessive" or _in_one_go(node):
                return f"(?>{self.text(body)})"
        return self.text(body)


def _in_one_go(node: Repeat) -> bool:
    return (node.least, node.most) != (0, 1) and deterministic(node.body)


def _quantifier(least: int, most: int | None) -> str:
    if (least, most) in _QUANTIFIERS:
        return _QUANTIFIERS[least, most]
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"
