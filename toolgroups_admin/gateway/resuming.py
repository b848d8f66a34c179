"""A caller who comes back: what was done is put back in its place, and calls that somebody has approved are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from anyio import to_thread
from django.db import Error as DatabaseError
from django.db import connections

from toolgroups_admin.execution import Answer, calls_of
from toolgroups_admin.releases.state import LiveKey
from toolgroups_admin.traffic.approvals import check_approvals, not_valid, spend

from .errors import ChatRefused
from .handing import OURS, Handed, Message, handed_in, ids_of, keep

NO_ANSWER: Final = "Not called: nobody approved this call, or what came of it is no longer known."


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """The round to go on with: its message, the answers that are there, and the calls that are made now, by id."""

    handed: Handed = field(repr=False)
    said: Message = field(repr=False)
    given: Mapping[str, Answer] = field(repr=False)
    arguments: Mapping[str, Any] = field(repr=False)

    async def spend(self) -> None:
        """Uses the approvals up; raises `Refused` when one was used before, and `ChatRefused` without a database."""
        try:
            await to_thread.run_sync(self._spent)
        except DatabaseError as error:
            words = "Approvals cannot be checked while the database is away; nothing was called."
            raise ChatRefused(503, "database_away", words) from error

    async def keep(self, messages: Sequence[Message], key: LiveKey) -> None:
        """Keeps what came of the calls beside what was kept before."""
        answers = [each for each in messages if each.get("tool_call_id") in self.arguments]
        await keep(self.handed.with_answers(answers), key)

    def _spent(self) -> None:
        """In a thread of its own, where no connection to the database stays open."""
        try:
            spend(self.arguments, decision=self.handed.decision, arguments=self.arguments)
        finally:
            connections.close_all()


@dataclass(frozen=True, slots=True)
class ThisRound:
    """Ids of approved calls and answers that are there, for one round: in the next a model may write any id again."""

    approved: set[str]
    given: dict[str, Answer]

    def end(self) -> None:
        """Lets nothing count any longer."""
        self.approved.clear()
        self.given.clear()


@dataclass(frozen=True, slots=True)
class Restored:
    """A conversation with everything that was done in it, and the round that approvals let go on."""

    messages: list[Any]
    approved: Approved | None = None

    def round_to_make(self) -> ThisRound:
        """What counts in that round."""
        return ThisRound({*self.approved.arguments}, {**self.approved.given}) if self.approved else ThisRound(set(), {})

    @property
    def round_length(self) -> int:
        """How many messages that round has, once all of its calls are answered."""
        return 1 + len(ids_of(self.approved.said)) if self.approved else 0

    def before(self, resolved: Sequence[Message]) -> Sequence[Message]:
        """What is before that round in the same messages, resolved: these differ at the front alone."""
        if self.approved is None:
            return resolved
        place = self.messages.index(self.approved.said)
        return resolved[: len(resolved) - len(self.messages) + place]


async def restored(messages: Sequence[Any], approvals: Mapping[str, str], key: LiveKey) -> Restored:
    """Each message of handed calls with all that led to it, and each of its calls with an answer, unless it is approved.

    Raises `Refused` for approvals of anything else than calls that wait in the last of these messages.
    """
    found: list[Any] = []
    last: tuple[Handed, Message] | None = None
    for message in messages:
        handed = await handed_in(message, key)
        found += [message] if handed is None else handed.messages
        last = last if handed is None else (handed, message)
    if not approvals:
        return Restored(_answered(found, ()))
    if last is None:
        raise not_valid(approvals)
    handed, shown = last
    arguments = {call.id: call.arguments for call in calls_of(shown)}
    if strangers := [call for call in approvals if call not in handed.waiting]:
        raise not_valid(strangers)
    check_approvals(approvals, decision=handed.decision, arguments=arguments)
    found = _answered(found, approvals)
    return Restored(found, _approved(found, handed, {call: arguments[call] for call in approvals}))


def _approved(messages: Sequence[Any], handed: Handed, arguments: Mapping[str, Any]) -> Approved:
    place = next(at for at in reversed(range(len(messages))) if handed.first in ids_of(messages[at]))
    rest = messages[place + 1 :]
    if not all(map(_is_answer, rest)):
        raise not_valid(arguments)  # the chat has gone on since
    given = {
        message["tool_call_id"]: Answer(_text(message.get("content")), _outcome(message, handed))
        for message in rest
        if message["tool_call_id"] not in arguments
    }
    return Approved(handed=handed, said=messages[place], given=given, arguments=arguments)


def _is_answer(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") == "tool" and isinstance(message.get("tool_call_id"), str)


def _text(content: Any) -> str:
    """An answer's text, also where it came in parts."""
    if isinstance(content, list):
        return "\n".join(str(part["text"]) for part in content if isinstance(part, dict) and "text" in part)
    return str(content or "")


def _outcome(message: Message, handed: Handed) -> Any:
    """What was kept of it; an answer of the caller's own is one, and none at all a refusal."""
    own = "refused" if message.get("content") == NO_ANSWER else "ok"
    return handed.outcomes.get(message["tool_call_id"], own)


def _answered(messages: Sequence[Any], approved: Mapping[str, str] | tuple[()]) -> list[Any]:
    """No model takes a call without an answer, so each that was handed over here gets one."""
    found: list[Any] = []
    open_calls: list[str] = []
    for message in messages:
        if _is_answer(message):
            open_calls = [call for call in open_calls if call != message["tool_call_id"]]
        else:
            found += _answers(open_calls)
            open_calls = [call for call in ids_of(message) if OURS.fullmatch(call) and call not in approved]
        found.append(message)
    return found + _answers(open_calls)


def _answers(calls: Sequence[str]) -> list[Message]:
    return [{"role": "tool", "tool_call_id": call, "content": NO_ANSWER} for call in calls]
