"""A message that a model streams piece by piece, put together again (OpenAI's deltas; field cases 31 and 32)."""

from collections.abc import Iterable, Mapping
from typing import Any

from .shapes.reading import objects

_OWN = frozenset(("role", "content", "tool_calls"))


class StreamedMessage:
    """Takes the deltas of one choice in the order in which they come and gives the message they make."""

    def __init__(self) -> None:
        self._role = "assistant"
        self._content: str | None = None
        self._others: dict[str, Any] = {}
        self._calls: list[_Call] = []
        self._by_index: dict[Any, _Call] = {}

    def add(self, delta: Mapping[str, Any]) -> None:
        """One more piece. Texts of members that we do not know are put together too; of other values the last stands."""
        self._role = delta.get("role") or self._role
        if isinstance(piece := delta.get("content"), str):
            self._content = (self._content or "") + piece
        for piece in objects(delta.get("tool_calls")):
            self._add_call(piece)
        for name, value in delta.items():
            if name not in _OWN and value is not None:
                known = self._others.get(name)
                self._others[name] = known + value if isinstance(known, str) and isinstance(value, str) else value

    def message(self) -> dict[str, Any]:
        """The whole message, as it would have come without streaming."""
        calls = {"tool_calls": [call.written() for call in self._calls]} if self._calls else {}
        return {"role": self._role, "content": self._content, **self._others, **calls}

    def _add_call(self, piece: Mapping[str, Any]) -> None:
        """Some providers give one index to several calls, and the id only with the first piece of each."""
        index, given = piece.get("index"), piece.get("id")
        call = self._by_index.get(index) if index is not None else self._named(given)
        if call is None or (given and call.id and given != call.id):
            call = _Call()
            self._calls.append(call)
        self._by_index[index] = call
        call.add(piece)

    def _named(self, given: Any) -> "_Call | None":
        """Without an index: the call of this id; without an id too, the last one."""
        if given:
            return next((call for call in self._calls if call.id == given), None)
        return self._calls[-1] if self._calls else None


class _Call:
    def __init__(self) -> None:
        self.id = ""
        self._type = "function"
        self._name = ""
        self._arguments = ""

    def add(self, piece: Mapping[str, Any]) -> None:
        self.id = piece.get("id") or self.id
        self._type = piece.get("type") or self._type
        function = piece.get("function")
        if isinstance(function, Mapping):
            name = function.get("name") or ""
            self._name += "" if name == self._name else name  # some send the whole name with every piece
            self._arguments += function.get("arguments") or ""

    def written(self) -> dict[str, Any]:
        return {"id": self.id, "type": self._type, "function": {"name": self._name, "arguments": self._arguments}}


def assembled(deltas: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The message that these deltas make."""
    message = StreamedMessage()
    for delta in deltas:
        message.add(delta)
    return message.message()
