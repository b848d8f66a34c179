"""One request while its rules are judged: its texts, what was found in them, and the time that is left."""

from datetime import UTC, datetime
from functools import cached_property
from time import thread_time
from typing import TYPE_CHECKING, Any

from .context import ChatContext
from .rule import Verdict
from .texts import fold, text_of
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from regex import Match, Pattern

SEARCH_SECONDS = 0.020
REQUEST_SEARCH_SECONDS = 0.100


class Text:
    """The text of one message, with the catalog's literals that occur in it."""

    __slots__ = ("_folded", "_found", "_lowered", "_vocabulary", "message", "text")

    def __init__(self, message: int, text: str, vocabulary: Vocabulary) -> None:
        self.message = message
        self.text = text
        self._vocabulary = vocabulary
        self._folded: str | None = None
        self._lowered: str | None = None
        self._found: frozenset[int] | None = None

    @property
    def lowered(self) -> str:
        """Lower case by Unicode's root rules, as Java's `toLowerCase(Locale.ROOT)`."""
        if self._lowered is None:
            self._lowered = self.text.lower()
        return self._lowered

    @property
    def folded(self) -> str:
        if self._folded is None:
            self._folded = fold(self.text)
        return self._folded

    @property
    def found(self) -> frozenset[int]:
        """Numbers of the vocabulary's literals that occur in the folded text."""
        if self._found is None:
            self._found = self._vocabulary.found_in(self.folded)
        return self._found


class OutOfTime(Exception):
    """A search was stopped, or there was no time left to begin it."""


class Judging:
    """What the rules of one request see. Made once a request; rules only read it and remember verdicts in it."""

    def __init__(self, context: ChatContext, *, default_model: str | None, vocabulary: Vocabulary) -> None:
        self.context = context
        self.default_model = default_model
        self.explaining = False
        self.remembered: dict[int, Verdict] = {}  # by id() of a node that is dear to judge, or of a shared rule
        self.scratch: dict[Any, Any] = {}  # room for one value a rule kind wants to make once a request
        self._vocabulary = vocabulary
        self._texts: dict[int, Text | None] = {}
        self._scopes: dict[tuple[str, int | None], tuple[Text, ...]] = {}
        self._seconds_left = REQUEST_SEARCH_SECONDS

    def texts(self, scope: str, n: int | None = None) -> tuple[Text, ...]:
        """The texts of the messages in a scope, in the order of the conversation; messages without text are left out."""
        known = self._scopes.get((scope, n))
        if known is None:
            known = self._scopes[scope, n] = tuple(self._texts_in(scope, n))
        return known

    def search(self, pattern: "Pattern[str]", text: str) -> "Match[str] | None":
        """The first place where the pattern is found; raises OutOfTime when the request's or the search's time is up."""
        if self._seconds_left <= 0:
            raise OutOfTime
        began = thread_time()
        try:
            return pattern.search(text, timeout=min(SEARCH_SECONDS, self._seconds_left))
        except TimeoutError as error:
            raise OutOfTime from error
        finally:
            self._seconds_left -= thread_time() - began

    @cached_property
    def now(self) -> datetime:
        """The context's time, or else the clock's, read once a request; a time without an offset counts as UTC."""
        now = self.context.now or datetime.now(UTC)
        return now if now.tzinfo is not None else now.replace(tzinfo=UTC)

    @cached_property
    def user_text(self) -> str | None:
        """The text of the last message of role user, or None."""
        texts = self.texts("last_user")
        return texts[0].text if texts else None

    def _texts_in(self, scope: str, n: int | None) -> list[Text]:
        roles = ("user", "assistant") if scope == "conversation" else ("user",)
        places = [place for place, message in enumerate(self.context.messages) if message["role"] in roles]
        if scope == "last_user":
            places = places[-1:]
        elif scope == "last_n_user" and n is not None:
            places = places[-n:]
        return [text for place in places if (text := self._text(place)) is not None]

    def _text(self, place: int) -> Text | None:
        if place not in self._texts:
            text = text_of(self.context.messages[place])
            self._texts[place] = None if text is None else Text(place, text, self._vocabulary)
        return self._texts[place]
