"""How large a pattern may be, so that neither reading nor compiling nor searching it can hurt (contract 3)."""

from ..faults import gettext_noop
from .faults import PatternFault
from .nodes import Chars, Choice, Group, Look, Node, Repeat, Sequence
from .reading import Reader

LONGEST = 1_000
DEEPEST = 50
MOST_REPETITIONS = 10_000
HEAVIEST = 100_000
LONGEST_TRANSLATION = 50_000
_CHARACTERS_IN_A_NODE = 4


def check_text(source: str) -> None:
    """Refuses a pattern that is too long, or holds U+0000 or half of a surrogate pair."""
    if len(source) > LONGEST:
        raise PatternFault(
            LONGEST,
            gettext_noop("The pattern has {length} characters; {most} are allowed."),
            gettext_noop("Shorten it, or divide it into several rules."),
            length=len(source),
            most=LONGEST,
        )
    for position, character in enumerate(source):
        if character == "\0" or "\ud800" <= character <= "\udfff":
            raise PatternFault(
                position,
                gettext_noop("U+0000 and halves of surrogate pairs are not allowed."),
                gettext_noop("Remove the character; U+0000 can be written as \\x00."),
            )


def check_nesting(reader: Reader, depth: int) -> None:
    """Refuses brackets in brackets beyond the fiftieth."""
    if depth > DEEPEST:
        raise reader.fault(
            gettext_noop("Brackets are nested more than {most} deep."),
            gettext_noop("Divide the pattern into several rules."),
            reader.cursor,
            most=DEEPEST,
        )


def check_repetitions(tree: Node) -> None:
    """Refuses counted repetitions within one another whose counts multiply to more than 10,000, and what is too large in all."""
    _check_product(tree, 1)
    if _weight(tree) > HEAVIEST:
        raise _too_large()


def check_translation(translated: str) -> None:
    """Refuses a pattern that is short to write but long to compile."""
    if len(translated) > LONGEST_TRANSLATION:
        raise _too_large()


def _check_product(node: Node, product: int) -> None:
    match node:
        case Repeat(body=body, least=least, most=most, position=position):
            product *= max(1, least if most is None else most)
            if product > MOST_REPETITIONS:
                raise PatternFault(
                    position,
                    gettext_noop("Repetitions within one another multiply to more than {most}."),
                    gettext_noop("Use * or + in place of a large count, or a smaller count."),
                    most=MOST_REPETITIONS,
                )
            _check_product(body, product)
        case Group(body=body) | Look(body=body):
            _check_product(body, product)
        case Sequence(items=parts) | Choice(options=parts):
            for part in parts:
                _check_product(part, product)


def _weight(node: Node) -> int:
    """How many nodes the `regex` library makes of it: one copy of a group for each round it must make, and one more."""
    match node:
        case Repeat(body=Chars(), least=least):
            return 1 + least // _CHARACTERS_IN_A_NODE
        case Repeat(body=body, least=least):
            return (least + 1) * _weight(body)
        case Group(body=body) | Look(body=body):
            return 1 + _weight(body)
        case Sequence(items=parts) | Choice(options=parts):
            return 1 + sum(map(_weight, parts))
    return 1


def _too_large() -> PatternFault:
    return PatternFault(
        0,
        gettext_noop("The pattern is too large once its repetitions are written out."),
        gettext_noop("Divide it into several rules."),
    )
