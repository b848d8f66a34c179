"""Where keywords stand in a text, in code points of the text as it was received."""

from collections.abc import Iterable, Iterator
from itertools import islice

from ..judging import Text
from ..rule import Span

MOST_SPANS = 20


def keyword_spans(texts: Iterable[Text], keywords: Iterable[str], *, ignore_case: bool) -> tuple[Span, ...]:
    """The places of all keywords, at most 20 a keyword and 20 in all, in the order of the conversation."""
    wanted = tuple(keywords)
    found = sorted({span for text in texts for span in _in_text(text, wanted, ignore_case)})
    return tuple(found[:MOST_SPANS])


def _in_text(text: Text, keywords: tuple[str, ...], ignore_case: bool) -> Iterator[Span]:
    if not ignore_case:
        for keyword in keywords:
            for start in islice(_places(text.text, keyword), MOST_SPANS):
                yield Span(text.message, start, start + len(keyword))
        return
    origins = _origins(text)
    for keyword in keywords:
        lowered = keyword.lower()
        for start in islice(_places(text.lowered, lowered), MOST_SPANS):
            last = start + len(lowered) - 1
            yield Span(text.message, origins[start], origins[last] + 1)


def _places(text: str, part: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + len(part))


def _origins(text: Text) -> "range | list[int]":
    """For each character of the lower-case text the place it came from; `İ` becomes two characters."""
    if len(text.lowered) == len(text.text):
        return range(len(text.text))
    return [place for place, letter in enumerate(text.text) for _ in letter.lower()]
