"""A prompt as a picture: the prompt, its groups with their rule in words, their tools; laid out in pixels."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from django.urls import reverse

from .models import CatalogObject, GroupTool, Prompt, PromptGroup, PromptTool, Tool
from .summaries import summary

WIDTH = 860
PROMPT_X, GROUP_X, TOOL_X = 0, 220, 600
PROMPT_WIDTH, GROUP_WIDTH, TOOL_WIDTH = 150, 300, 260
TOOL_HEIGHT, GROUP_HEIGHT, GAP = 28, 74, 14
PADDING = 6
NAME_Y, LINE_HEIGHT = 22, 19
MOST_TOOLS, MOST_GROUPS = 10, 60
NAME_COLUMNS, RULE_COLUMNS = 30, 42  # of letters half as wide as a Chinese one
LONG = ("tool__description", "tool__parameters", "tool__allow", "tool__executor")


@dataclass(frozen=True, slots=True)
class Box:
    """One object: where it is, its name and the lines below it; `row` is None for what says how many there are more."""

    x: int
    y: int
    width: int
    height: int
    name: str
    words: Sequence[str]
    whole: str
    row: CatalogObject | None = None
    is_off: bool = False

    @property
    def lines(self) -> Sequence[tuple[int, str]]:
        """The lines below the name, each with its height."""
        return [(NAME_Y + LINE_HEIGHT * number, words) for number, words in enumerate(self.words, start=1)]

    @property
    def name_y(self) -> int:
        """The height of the name: alone it stands in the middle."""
        return NAME_Y if self.words else self.height // 2 + 5

    @property
    def address(self) -> str:
        """The page of the object."""
        return reverse(f"admin:catalog_{self.row._meta.model_name}_change", args=[self.row.pk]) if self.row else ""

    @property
    def left(self) -> tuple[int, float]:
        """Where a line comes in."""
        return self.x, self.y + self.height / 2

    @property
    def right(self) -> tuple[int, float]:
        """Where a line goes out."""
        return self.x + self.width, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Picture:
    """Boxes and the lines between them; `height` is that of the whole, in pixels."""

    prompt: Box
    groups: Sequence[Box]
    tools: Sequence[Box]
    paths: Sequence[str]
    height: int
    width: int = WIDTH


def picture_of(prompt: Prompt) -> Picture:
    """The picture of a saved prompt with the first of its groups, in three queries, and one more where there are further ones."""
    links = PromptGroup.objects.filter(prompt=prompt)
    groups = [link.group for link in links.select_related("group").defer("group__system_prompt")[:MOST_GROUPS]]
    further = links.count() - MOST_GROUPS if len(groups) == MOST_GROUPS else 0
    always = [link.tool for link in PromptTool.objects.filter(prompt=prompt).select_related("tool").defer(*LONG)]
    tools_of = _tools_of(group.pk for group in groups)
    group_boxes: list[Box] = []
    tool_boxes: list[tuple[Box | None, Box]] = [(None, box) for box in _tools(always, 0)]
    y = _height(len(tool_boxes)) if always else 0
    for group in groups:
        below = list(_tools(tools_of[group.pk], y))
        height = max(GROUP_HEIGHT, len(below) * TOOL_HEIGHT - PADDING)
        box = Box(
            GROUP_X, y, GROUP_WIDTH, GROUP_HEIGHT, *_group_words(group.name, group.matcher), group, not group.enabled
        )
        group_boxes.append(box)
        tool_boxes += [(box, each) for each in below]
        y += height + GAP
    if further > 0:
        group_boxes.append(Box(GROUP_X, y, GROUP_WIDTH, TOOL_HEIGHT, f"+ {further}", [], f"+ {further}"))
        y += TOOL_HEIGHT + GAP
    height = max(y - GAP, GROUP_HEIGHT)
    middle = Box(
        PROMPT_X, 0, PROMPT_WIDTH, GROUP_HEIGHT, cut(prompt.name, 18), [cut(prompt.title, 20)], prompt.name, prompt
    )
    paths = [_path(middle.right, box.left) for box in group_boxes]
    paths += [_path((source or middle).right, box.left) for source, box in tool_boxes]
    return Picture(middle, group_boxes, [box for _, box in tool_boxes], paths, height)


def cut(text: str, columns: int) -> str:
    """The text, or its beginning, in so many columns; a Chinese letter takes two."""
    return wrapped(text, columns, lines=1)[0]


def wrapped(text: str, columns: int, *, lines: int) -> list[str]:
    """The text in at most so many lines of so many columns; what does not fit ends in an ellipsis."""
    found, rest = list[str](), text
    while rest and len(found) < lines:
        end = _fitting(rest, columns)
        if end < len(rest) and len(found) == lines - 1:
            found.append(f"{rest[: end - 1].rstrip()}…")
            break
        end = _between_words(rest, end)
        found.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return found or [""]


def _between_words(text: str, end: int) -> int:
    """The place itself, or the space before it where it would cut a word; Chinese may be cut anywhere."""
    cuts_a_word = all(_columns(letter) == 1 and not letter.isspace() for letter in text[end - 1 : end + 1])
    space = text.rfind(" ", 0, end) if end < len(text) and cuts_a_word else -1
    return space if space > 0 else end


def _fitting(text: str, columns: int) -> int:
    """How many letters of the text fit."""
    left = columns
    for number, letter in enumerate(text):
        left -= _columns(letter)
        if left < 0:
            return number
    return len(text)


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _group_words(name: str, matcher: object) -> tuple[str, list[str], str]:
    rule = summary(matcher)
    return cut(name, NAME_COLUMNS), wrapped(rule, RULE_COLUMNS, lines=2), f"{name}: {rule}"


def _tools(tools: Sequence[Tool], y: int) -> Iterator[Box]:
    for number, tool in enumerate(tools[:MOST_TOOLS]):
        words = f"{tool.key}: {tool.title}" if tool.title else tool.key
        yield Box(TOOL_X, y + number * TOOL_HEIGHT, TOOL_WIDTH, 22, cut(tool.key, NAME_COLUMNS), [], words, tool)
    if (more := len(tools) - MOST_TOOLS) > 0:
        yield Box(TOOL_X, y + MOST_TOOLS * TOOL_HEIGHT, TOOL_WIDTH, 22, f"+ {more}", [], f"+ {more}")


def _height(tools: int) -> int:
    return tools * TOOL_HEIGHT - PADDING + GAP


def _tools_of(groups: Iterable[int]) -> dict[int, list[Tool]]:
    found: dict[int, list[Tool]] = defaultdict(list)
    for link in GroupTool.objects.filter(group__in=list(groups)).select_related("tool").defer(*LONG):
        found[link.group_id].append(link.tool)
    return found


def _path(start: tuple[int, float], end: tuple[int, float]) -> str:
    middle = (start[0] + end[0]) / 2
    return f"M{start[0]},{start[1]} C{middle},{start[1]} {middle},{end[1]} {end[0]},{end[1]}"
