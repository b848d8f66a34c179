"""What the columns of a table mean, and the context that a row of cells comes to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from toolgroups_admin.engine import Fault, MalformedJSON, decode_json

Json = dict[str, Any]

UNUSED, WHOLE, USER = "", "context", "user"
TRUE, FALSE = {"true", "yes", "1", "是", "真"}, {"false", "no", "0", "否", "假"}

# What a column can be, in the order in which it is offered. An attribute and a header are called as the column is.
MEANINGS: dict[str, Any] = {
    UNUSED: pgettext_lazy("meaning of a column", "not used"),
    USER: _("what the user says"),
    "system": _("the system message"),
    "messages": _("all messages, as JSON"),
    "prompt": _("the prompt's name"),
    "account_id": _("account"),
    "conversation_id": _("conversation"),
    "bot_id": _("bot"),
    "turn_id": _("turn"),
    "model": _("model"),
    "streaming": _("streaming, true or false"),
    "attribute": _("attribute: text"),
    "attribute_number": _("attribute: number"),
    "attribute_boolean": _("attribute: true or false"),
    "attribute_json": _("attribute: JSON"),
    "header": _("header of the model request"),
    "now": _("simulated time"),
    WHOLE: _("the whole chat context, as JSON"),
}
# By which headings a meaning is guessed; a person confirms it.
HEADINGS = {
    USER: "user message text content question query input 用户消息 消息 内容 问题 提问 文本 输入 用户输入",
    "system": "system system_message 系统消息",
    "messages": "messages 消息列表",
    "prompt": "prompt 提示词",
    "account_id": "account account_id user_id 账号 账户 用户 用户编号",
    "conversation_id": "conversation conversation_id session_id 会话 会话编号",
    "bot_id": "bot bot_id 机器人",
    "turn_id": "turn turn_id 轮次",
    "model": "model 模型",
    "streaming": "streaming stream 流式",
    "now": "now time 时间",
    WHOLE: "context 上下文",
}
_BY_HEADING = {heading: meaning for meaning, headings in HEADINGS.items() for heading in headings.split()}
ATTRIBUTES = "attributes."


class BadLine(Exception):
    """A line that is no context; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def guessed(columns: Sequence[str]) -> list[str]:
    """What each column seems to mean by its heading, each meaning given once."""
    given: set[str] = set()
    meanings = []
    for column in columns:
        meaning = "attribute" if column.startswith(ATTRIBUTES) else _BY_HEADING.get(column.strip().lower(), UNUSED)
        meanings.append(UNUSED if meaning in given else meaning)
        if meaning != "attribute":
            given.add(meaning)
    return meanings


@dataclass(frozen=True, slots=True)
class Mapping:
    """Columns with their meanings, and the prompt of the rows that name none."""

    columns: Sequence[str]
    meanings: Sequence[str]
    prompt: str = ""

    def context(self, cells: Sequence[str]) -> Json:
        """The chat context of a row, not checked yet; raises BadLine."""
        context: Json = {}
        self._check_width(cells)
        for column, meaning, cell in zip(self.columns, self.meanings, cells, strict=False):
            if meaning and (cell != "" or meaning == USER):
                _add(context, meaning, column, cell)
        if self.prompt and not context.get("prompt"):
            context["prompt"] = self.prompt
        return context

    def _check_width(self, cells: Sequence[str]) -> None:
        if len(cells) > len(self.columns):
            words, remedy = gettext_noop("the line has {cells} cells, and the heading {columns}"), REMEDY_WIDTH
            raise BadLine(Fault("too_many_cells", "$", None, words, remedy, _widths(cells, self.columns)))
        for place in range(len(cells), len(self.columns)):
            if self.meanings[place]:
                words = gettext_noop("the line has {cells} cells, so the column “{column}” is missing")
                params = {**_widths(cells, self.columns), "column": self.columns[place]}
                raise BadLine(Fault("column_missing", "$", None, words, REMEDY_WIDTH, params))


REMEDY_WIDTH = gettext_noop("Look for separators too many or too few; a cell that holds one stands in quotation marks.")


def _widths(cells: Sequence[str], columns: Sequence[str]) -> Json:
    return {"cells": len(cells), "columns": len(columns)}


def _add(context: Json, meaning: str, column: str, cell: str) -> None:
    if meaning == WHOLE:
        whole = _json(column, cell)
        if not isinstance(whole, dict):
            words, remedy = gettext_noop("this is no object"), gettext_noop("Write one chat context a line.")
            raise BadLine(Fault("wrong_type", column, cell, words, remedy))
        context.update(whole)
    elif meaning in (USER, "system"):
        messages = context.setdefault("messages", [])
        messages.insert(0 if meaning == "system" else len(messages), {"role": meaning, "content": cell})
    elif meaning == "messages":
        context["messages"] = _json(column, cell)
    elif meaning == "model":
        context.setdefault("options", {})["model"] = cell
    elif meaning == "streaming":
        context["streaming"] = _boolean(column, cell)
    elif meaning == "header":
        context.setdefault("request", {}).setdefault("headers", {})[column] = cell
    elif meaning.startswith("attribute"):
        read = _READ.get(meaning.removeprefix("attribute"), _text)
        context.setdefault("attributes", {})[column.removeprefix(ATTRIBUTES)] = read(column, cell)
    else:
        context[meaning] = cell


def _text(column: str, cell: str) -> str:
    return cell


def _json(column: str, cell: str) -> Any:
    try:
        return decode_json(cell.encode())
    except MalformedJSON as malformed:
        words = gettext_noop("this is no JSON at line {line}, column {column}: {why}")
        params = {"line": malformed.line, "column": malformed.column, "why": malformed.reason}
        raise BadLine(Fault("no_json", column, cell, words, gettext_noop("Mend it there."), params)) from malformed


def _number(column: str, cell: str) -> int | float:
    try:
        value = decode_json(cell.strip().encode())
    except MalformedJSON:
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        words, remedy = gettext_noop("this is no number"), gettext_noop("Write one like 12, -3 or 0.5.")
        raise BadLine(Fault("no_number", column, cell, words, remedy))
    return value


def _boolean(column: str, cell: str) -> bool:
    word = cell.strip().lower()
    if word not in TRUE | FALSE:
        words, remedy = gettext_noop("this is neither true nor false"), gettext_noop("Write true or false.")
        raise BadLine(Fault("no_boolean", column, cell, words, remedy))
    return word in TRUE


_READ: dict[str, Callable[[str, str], Any]] = {"_number": _number, "_boolean": _boolean, "_json": _json}
