"""Texts of messages with what was found in them marked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from toolgroups_admin.engine import ChatContext, Span, text_of

MOST_MARKED = 60
NO_HUES: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text; `by` names the groups that found something in it, none where nothing was found."""

    text: str
    by: tuple[str, ...] = ()
    hue: int | None = None


@dataclass(frozen=True, slots=True)
class MarkedMessage:
    """A message, numbered from 1, in pieces."""

    number: int
    role: str
    segments: tuple[Segment, ...]

    @property
    def html(self) -> SafeString:
        """The text with its marks; in one piece, since every space counts."""
        return format_html_join("", "{}", ((_marked(segment),) for segment in self.segments))


def marked_messages(
    context: ChatContext, spans: Iterable[tuple[str, Span]], *, edge: int, hues: Mapping[str, int] = NO_HUES
) -> list[MarkedMessage]:
    """The messages in which something was found, with the finder (a group's name) of each span.

    Of what lies between marks `edge` characters are shown on either side; a mark has its first finder's colour.
    """
    by_message: dict[int, list[tuple[str, Span]]] = {}
    for finder, span in spans:
        by_message.setdefault(span.message, []).append((finder, span))
    return [
        MarkedMessage(place + 1, str(context.messages[place]["role"]), tuple(_segments(text, found, edge, hues)))
        for place, found in sorted(by_message.items())
        if place < len(context.messages) and (text := text_of(context.messages[place])) is not None
    ]


def _marked(segment: Segment) -> str:
    if not segment.by:
        return segment.text
    if segment.hue is None:
        return format_html("<mark>{}</mark>", segment.text)
    return format_html('<mark class="hue-{}" title="{}">{}</mark>', segment.hue, ", ".join(segment.by), segment.text)


def _segments(text: str, found: Sequence[tuple[str, Span]], edge: int, hues: Mapping[str, int]) -> list[Segment]:
    found = found[:MOST_MARKED]
    bounds = sorted({0, len(text)} | {end for _by, span in found for end in (span.start, span.end)})
    bounds = [bound for bound in bounds if bound <= len(text)]
    segments = []
    for start, end in pairwise(bounds):
        by = dict.fromkeys(finder for finder, span in found if span.start <= start and end <= span.end)
        piece = text[start:end] if by else _shortened(text[start:end], edge, first=start == 0, last=end == len(text))
        segments.append(Segment(piece, tuple(by), hues.get(next(iter(by), ""))))
    return segments


def _shortened(text: str, edge: int, *, first: bool, last: bool) -> str:
    if len(text) <= 2 * edge + 3:
        return text
    return f"{'' if first else text[:edge]} … {'' if last else text[-edge:]}"
