"""The engine's targets of design §9, each a ratio or a bound measured in one run."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import thread_time

from tests.benchmarks.corpora import (
    attribute_rule,
    document,
    keyword_groups,
    keyword_rule,
    message,
    mixed_rule,
    pattern_rule,
)
from tests.benchmarks.measuring import Work, medians
from toolgroups_admin.engine import Catalog, ChatContext, compile_catalog, parse_context, resolve


@dataclass(frozen=True)
class Figure:
    """One measured value beside its target, and beside the limit that it keeps on a busy machine too."""

    what: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False
    limit: float | None = None

    @property
    def kept(self) -> bool:
        return self._holds(self.target)

    @property
    def bearable(self) -> bool:
        return self._holds(self.limit)

    def _holds(self, bound: float | None) -> bool:
        if bound is None:
            return True
        return self.value >= bound if self.at_least else self.value <= bound


@dataclass(frozen=True)
class Bench:
    """A compiled catalog with two hundred different messages."""

    keywords: list[list[str]]
    catalog: Catalog
    contexts: list[ChatContext]

    def resolving(self, *, explain: bool = False) -> Work:
        def work() -> int:
            for context in self.contexts:
                resolve(self.catalog, context, explain=explain)
            return len(self.contexts)

        return work

    def looping(self) -> Work:
        """The plain loop over all keywords that the index is compared with."""
        texts = [str(context.messages[-1]["content"]) for context in self.contexts[:20]]
        folded = [(place % 2 == 0, words) for place, words in enumerate(self.keywords)]

        def work() -> int:
            for text in texts:
                lowered = text.lower()
                [
                    place
                    for place, (low, words) in enumerate(folded)
                    if any(word in (lowered if low else text) for word in words)
                ]
            return len(texts)

        return work


def bench(
    groups: int, *, length: int = 500, hits: int = 4, rule: Callable[..., object] = keyword_rule, messages: int = 200
) -> Bench:
    """A catalog of so many groups, and messages in which the keywords of `hits` of them are planted."""
    rng = random.Random(groups * 7919 + length)
    keywords = keyword_groups(rng, groups)
    contexts = []
    for _ in range(messages):
        chosen = rng.sample(keywords, min(hits, groups))
        text = message(rng, length, [rng.choice(words) for words in chosen])
        attributes = {"plan": rng.choice(keywords)[0]}
        contexts.append(
            {
                "prompt": "p",
                "account_id": "u",
                "attributes": attributes,
                "messages": [{"role": "user", "content": text}],
            }
        )
    return Bench(keywords, compile_catalog(document(keywords, rule)), [parse_context(context) for context in contexts])


def engine_figures() -> list[Figure]:
    """Every engine figure."""
    rounds, largest = 9, 10_000
    few, usual, many = bench(100), bench(1_000), bench(largest)
    dense, explained = bench(1_000, hits=57), bench(1_000, messages=5)
    long_message = bench(1_000, length=8_000)
    times = medians(
        {
            "100": few.resolving(),
            "1000": usual.resolving(),
            "largest": many.resolving(),
            "loop": usual.looping(),
            "dense": dense.resolving(),
            "long": long_message.resolving(),
        },
        rounds=rounds,
    )
    explaining = medians({"explain": explained.resolving(explain=True)}, rounds=3)["explain"]
    return [
        Figure("resolve, 1,000 groups, 4 hits, with merging", times["1000"], "µs", 40),
        *ratios(times, largest),
        Figure("each further 1,000 characters", (times["long"] - times["1000"]) / 7.5, "µs", 40),
        Figure("resolve, 1,000 groups, 57 hits", times["dense"], "µs", 150),
        Figure("resolve, 100 groups", times["100"], "µs"),
        Figure(f"resolve, {largest:,} groups", times["largest"], "µs"),
        Figure("plain loop, 1,000 groups", times["loop"], "µs"),
        Figure("explain 1,000 groups", explaining / 1000, "ms", 20),
        *_kinds(rounds),
        *_compiling(),
    ]


def engine_ratios() -> list[Figure]:
    """What shows in two seconds that the engine costs what the hits cost, and not what the catalog holds."""
    few, usual, many = bench(100), bench(1_000), bench(2_000)
    works = {"100": few.resolving(), "1000": usual.resolving(), "largest": many.resolving(), "loop": usual.looping()}
    return ratios(medians(works, rounds=5), 2_000)


def ratios(times: Mapping[str, float], largest: int) -> list[Figure]:
    """Times of one run over each other."""
    grown, loops = times["largest"] / times["100"], times["1000"] / times["loop"]
    return [
        Figure("  1,000 groups / plain loop over all keywords", loops, "×", 0.03, limit=0.1),
        Figure(f"growth from 100 to {largest:,} groups, same hits", grown, "×", 3, limit=5),
    ]


def _kinds(rounds: int) -> list[Figure]:
    works = {
        name: bench(1_000, rule=rule).resolving()
        for name, rule in (("pattern", pattern_rule), ("attribute", attribute_rule), ("mixed", mixed_rule))
    }
    return [Figure(f"resolve, 1,000 {name} groups", time, "µs") for name, time in medians(works, rounds=rounds).items()]


def _compiling() -> list[Figure]:
    """CPU time of compiling; the target is for groups of ten keywords, patterns and conditions cost what they cost."""
    figures = []
    for groups, rule, target in _COMPILED:
        source = document(keyword_groups(random.Random(groups), groups), rule)
        began = thread_time()
        compile_catalog(source)
        kind = rule.__name__.removesuffix("_rule")
        figures.append(Figure(f"compile {groups:,} {kind} groups", thread_time() - began, "s", target))
    return figures


_COMPILED = (
    (1_000, keyword_rule, None),
    (1_000, mixed_rule, None),
    (10_000, keyword_rule, 2.0),
    (10_000, mixed_rule, None),
)
