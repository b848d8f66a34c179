"""Looking behind as Java does: within a length known beforehand, counted in UTF-16 units.

A character beyond U+FFFF counts as two, and a look-behind may begin in its middle. So a set that may hold such
characters is cut to those that fit, or the look-behind is refused where no such cut is exact.
"""

from dataclasses import replace
from functools import cache

import regex

from ..faults import gettext_noop
from .charsets import ASTRAL, BMP, CharSet, intersection, union
from .faults import PatternFault
from .lengths import Length, length, loops
from .nodes import Anchor, BackReference, Chars, Choice, Grapheme, Group, Look, Node, Repeat, Sequence, walk

_WIDEST_GAP = 10


def fitted(look: Look) -> Node:
    """The body of a look-behind, cut to what Java finds. Raises `PatternFault` where Java would refuse it or nothing fits."""
    _check(look.body, look)
    whole = length(look.body)
    if whole.most is None:
        _check_unbounded(look)
        return look.body
    if look.pairs or not _astral(look.body):
        return look.body
    if isinstance(look.body, Choice):
        return Choice(tuple(_option(option, whole.most, look) for option in look.body.options))
    return _option(look.body, whole.most, look)


def _check(node: Node, look: Look) -> None:
    match node:
        case BackReference() | Grapheme():
            raise _without_maximum(look)
        case Group(body=body, atomic=atomic):
            if atomic:
                raise _not_covered(look)
            _check(body, look)
        case Repeat(body=body, mode=mode):
            if loops(node):
                raise _without_maximum(look)
            if mode == "possessive":
                raise _not_covered(look)
            _check(body, look)
        case Sequence(items=parts) | Choice(options=parts):
            for part in parts:
                _check(part, look)


def _check_unbounded(look: Look) -> None:
    """Java finds what has no bound only when it is one set repeated, among single characters."""
    items = _items(look.body)
    unbounded = [item for item in items if length(item).most is None]
    fixed = all(isinstance(item, Chars | Anchor | Look) or item in unbounded for item in items)
    if look.pairs or len(unbounded) != 1 or not fixed or not _repeats_chars(unbounded[0]):
        raise _without_maximum(look)


def _repeats_chars(node: Node) -> bool:
    return isinstance(node, Repeat) and isinstance(node.body, Chars) and node.mode == "greedy"


def _option(option: Node, most: int, look: Look) -> Node:
    """One alternative, with each astral set cut to what fits into `most` UTF-16 units."""
    if not _astral(option):
        return option
    items = [part for item in _items(option) for part in _unrolled(item)]
    lengths = [length(item) for item in items]
    first = next((place for place, each in enumerate(lengths) if each.most), 0)
    if first and _takes_half(items[first]):
        raise _not_covered(look)
    tight = sum(each.least for each in lengths) == most
    fits = all(isinstance(item, Chars | Anchor) or not _astral(item) for item in items)
    if fits and (tight or _opens_only(items, first)):
        return Sequence(tuple(_cut(item, opening=place == first) for place, item in enumerate(items)))
    return Sequence(tuple(_gap(items, lengths, first, most, look)))


def _opens_only(items: list[Node], first: int) -> bool:
    """True when only the first character may be astral, and half of one does for it."""
    return not any(map(_astral, items[:first] + items[first + 1 :])) and _takes_half(items[first])


def _gap(items: list[Node], lengths: list[Length], first: int, most: int, look: Look) -> list[Node]:
    """`.{0,5}` between things of fixed length in the BMP: every way to fill it with one and two units."""
    gaps = [place for place, item in enumerate(items) if _astral(item)]
    place = gaps[0]
    gap = items[place]
    total = sum(each.most or 0 for each in lengths)
    fixed = all(each.least == each.most for each in lengths[:place] + lengths[place + 1 :])
    if len(gaps) > 1 or place == first or not fixed or total != most or not _small(gap):
        raise _not_covered(look)
    assert isinstance(gap, Repeat)
    assert isinstance(gap.body, Chars)
    assert gap.most is not None
    return [*items[:place], _filled(gap.body.set, gap.least, gap.most), *items[place + 1 :]]


def _small(gap: Node) -> bool:
    return isinstance(gap, Repeat) and isinstance(gap.body, Chars) and (gap.most or _WIDEST_GAP + 1) <= _WIDEST_GAP


def _filled(chars: CharSet, least: int, units: int) -> Node:
    """At least so many characters of a set in at most so many units."""
    narrow, wide = Chars(intersection(chars, BMP)), Chars(intersection(chars, ASTRAL))
    options: list[Node] = []
    if units >= max(least, 1):
        options.append(Sequence((narrow, _filled(chars, least - 1, units - 1))))
    if units >= max(least + 1, 2):
        options.append(Sequence((wide, _filled(chars, least - 1, units - 2))))
    if least <= 0:
        options.append(Sequence(()))
    return Group(Choice(tuple(options)))


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _unrolled(item: Node) -> tuple[Node, ...]:
    """A set repeated a fixed number of times as one and the others."""
    if isinstance(item, Repeat) and isinstance(item.body, Chars) and item.least == item.most and item.least:
        return (item.body,) * item.least
    return (item,)


def _cut(item: Node, *, opening: bool) -> Node:
    if not isinstance(item, Chars) or not item.set.astral:
        return item
    cut = intersection(item.set, BMP)
    return replace(item, set=union(cut, ASTRAL) if opening and _takes_half(item) else cut)


def _takes_half(item: Node) -> bool:
    """True when Java takes the second half of an astral character for one of the set."""
    return isinstance(item, Chars) and item.set.astral and _holds_surrogates(item.set.source)


@cache
def _holds_surrogates(source: str) -> bool:
    return regex.compile(source, regex.V1).fullmatch("\udc00") is not None


def _astral(node: Node) -> bool:
    return any(isinstance(each, Chars) and each.set.astral for each in walk(node))


def _without_maximum(look: Look) -> PatternFault:
    return PatternFault(
        look.position,
        gettext_noop("What is looked for behind has no obvious maximum length."),
        gettext_noop("Give each repetition an upper bound, as in {{1,20}}, and repeat no groups."),
    )


def _not_covered(look: Look) -> PatternFault:
    return PatternFault(
        look.position,
        gettext_noop("This look-behind would not be found as in Java when emoji or rare characters are near."),
        gettext_noop("Give it a fixed length, or name the characters, as in [\\u4e00-\\u9fa5]."),
    )
