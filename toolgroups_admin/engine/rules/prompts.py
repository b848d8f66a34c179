"""Rules on the texts of messages: keywords and patterns (contracts 1 to 3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..document.rule_specs import PromptContainsSpec, PromptMatchesSpec
from ..judging import Text
from ..paths import at
from ..patterns import JavaPattern
from ..rule import AccessKey, Evidence, KeywordKey, Rule, Verdict
from ..texts import fold, is_blank
from . import reasons
from .compiling import Compiling
from .keyed import KeyedRule
from .scopes import is_scope_whole, key_scope
from .searching import found_at, pattern_of, search_evidence, search_once
from .showing import cut
from .spans import keyword_spans

if TYPE_CHECKING:
    from ..judging import Judging


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PromptContains(KeyedRule):
    """True when any keyword is a substring of the text of any message in the scope.

    `numbers` are the keywords' numbers in the vocabulary. A number found is the answer, unless `doubtful` lists
    keywords under it: then one of those must stand in the text letter by letter, or lower-cased when case is ignored.
    """

    kind: ClassVar[str] = "prompt_contains"
    cost: ClassVar[int] = 2
    scope: str
    n: int | None
    keywords: tuple[str, ...]
    ignore_case: bool
    numbers: frozenset[int]
    doubtful: Mapping[int, tuple[str, ...]]

    def judge(self, judging: "Judging") -> bool:
        numbers = self.numbers
        for text in judging.texts(self.scope, self.n):
            if not numbers.isdisjoint(text.found) and (not self.doubtful or self._confirmed(text)):
                return True
        return False

    def explain(self, judging: "Judging") -> Evidence:
        if not self.keywords:
            return Evidence("false", reasons.NO_KEYWORDS)
        texts = judging.texts(self.scope, self.n)
        if not texts:
            return Evidence("false", reasons.NO_TEXT, None, self.keywords)
        if not self.judge(judging):
            return Evidence("false", reasons.NO_KEYWORD_FOUND, cut(texts[-1].text), self.keywords)
        spans = keyword_spans(texts, self.keywords, ignore_case=self.ignore_case)
        first = next(text for text in texts if text.message == spans[0].message)
        return Evidence("true", reasons.KEYWORD_FOUND, cut(first.text), self.keywords, spans)

    def _confirmed(self, text: Text) -> bool:
        whole = text.lowered if self.ignore_case else text.text
        for number in self.numbers & text.found:
            doubtful = self.doubtful.get(number)
            if doubtful is None:
                return True
            for keyword in doubtful:
                if keyword in whole:
                    return True
        return False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PromptMatches(KeyedRule):
    """True when the pattern is found anywhere in the text of any message in the scope.

    A text in which none of the pattern's required literals (`numbers`) occurs is not searched.
    """

    kind: ClassVar[str] = "prompt_matches"
    cost: ClassVar[int] = 20
    scope: str
    n: int | None
    pattern: JavaPattern
    numbers: frozenset[int] | None

    def judge(self, judging: "Judging") -> Verdict:
        texts = self._worth_searching(judging)
        return search_once(self, self.pattern, texts, judging) if texts else False

    def explain(self, judging: "Judging") -> Evidence:
        texts = judging.texts(self.scope, self.n)
        if not texts:
            return Evidence("false", reasons.NO_TEXT, None, self.pattern.source)
        verdict = self.judge(judging)
        place = found_at(self, verdict, judging)
        shown = next((text for text in texts if place and text.message == place.message), texts[-1])
        return search_evidence(self, verdict, judging, actual=cut(shown.text), expected=self.pattern.source)

    def _worth_searching(self, judging: "Judging") -> list[tuple[int, str]]:
        texts = judging.texts(self.scope, self.n)
        numbers = self.numbers
        return [(text.message, text.text) for text in texts if numbers is None or not numbers.isdisjoint(text.found)]


def compile_prompt_contains(spec: PromptContainsSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The keywords as a rule, or None when a fault was noted; blank ones are skipped, none is trimmed (contract 2)."""
    if not is_scope_whole(spec, path, compiling):
        return None
    keywords = tuple(dict.fromkeys(keyword for keyword in spec.keywords if not is_blank(keyword)))
    numbered = [(compiling.vocabulary.add(keyword), keyword) for keyword in keywords]
    numbers = frozenset(number for number, _ in numbered)
    return PromptContains(
        id=node_id,
        keys=_keyword_keys(spec.scope, numbers),
        scope=spec.scope,
        n=spec.n,
        keywords=keywords,
        ignore_case=spec.ignore_case,
        numbers=numbers,
        doubtful=_doubtful(numbered, ignore_case=spec.ignore_case),
    )


def compile_prompt_matches(spec: PromptMatchesSpec, path: str, node_id: str, compiling: Compiling) -> Rule | None:
    """The pattern as a rule, or None when a fault was noted."""
    whole = is_scope_whole(spec, path, compiling)
    pattern = pattern_of(spec.pattern, at(path, "pattern"), compiling)
    if pattern is None or not whole:
        return None
    numbers = literal_numbers(pattern, compiling)
    return PromptMatches(
        id=node_id,
        keys=None if numbers is None else _keyword_keys(spec.scope, numbers),
        scope=spec.scope,
        n=spec.n,
        pattern=pattern,
        numbers=numbers,
    )


def literal_numbers(pattern: JavaPattern, compiling: Compiling) -> frozenset[int] | None:
    """The pattern's required literals as numbers of the vocabulary; None when it has none."""
    if pattern.literals is None:
        return None
    return frozenset(compiling.vocabulary.add(literal) for literal in pattern.literals)


def _keyword_keys(scope: str, numbers: Iterable[int]) -> frozenset[AccessKey]:
    return frozenset(KeywordKey(key_scope(scope), number) for number in numbers)


def _doubtful(numbered: list[tuple[int, str]], *, ignore_case: bool) -> Mapping[int, tuple[str, ...]]:
    """What a number alone does not prove: exact letters, and which of the two sigmas it was."""
    doubtful: dict[int, tuple[str, ...]] = {}
    for number, keyword in numbered:
        if not ignore_case:
            doubtful[number] = (*doubtful.get(number, ()), keyword)
        elif "σ" in fold(keyword):
            doubtful[number] = (*doubtful.get(number, ()), keyword.lower())
    return doubtful
