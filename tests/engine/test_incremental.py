"""Compiling documents that follow one another gives what compiling each by itself gives."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.building import contains, document, group, keys, says, tool
from tests.engine.strategies import contexts, documents
from toolgroups_admin.engine import (
    Catalog,
    IncrementalCompiler,
    InvalidDocument,
    Part,
    canonical_document,
    compile_catalog,
    fragments,
    parse_context,
    resolve,
)

Json = dict[str, Any]
SECTIONS = ("tools", "rules", "groups", "prompts")


class Store:
    """Texts by digest, as a database has them, and how many were asked for last."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self.asked = 0

    def parts(self, whole: Json) -> list[Part]:
        found = fragments(whole)
        self._texts.update({each.digest: each.text for each in found})
        return [Part(each.kind, each.digest) for each in found]

    def texts(self, digests: Sequence[str]) -> Mapping[str, str]:
        self.asked = len(digests)
        return {digest: self._texts[digest] for digest in digests}

    def compiled(self, compiler: IncrementalCompiler, whole: Json, **more: Any) -> Catalog:
        self.asked = 0
        return compiler.compile(whole["format"], self.parts(whole), self.texts, **more)


def outcome(compiled: Callable[[], Catalog], context: Json) -> tuple[Catalog | None, object]:
    """A catalog with all that it shows of itself, or what is wrong with the document."""
    try:
        catalog = compiled()
    except InvalidDocument as invalid:
        return None, invalid.faults
    return catalog, shown(catalog, context)


def shown(catalog: Catalog, context: Json) -> tuple[object, ...]:
    resolution = resolve(catalog, parse_context(context), explain=True)
    return (
        catalog.digest,
        resolution.groups,
        resolution.system_prompt,
        [(offer.tool.key, offer.tool.name, offer.tool.description, offer.source) for offer in resolution.offers],
        resolution.explanation,
    )


@st.composite
def mixtures(draw: st.DrawFn) -> list[Json]:
    """Documents that share parts: each takes every section from one of a few, whether it fits the others or not."""
    drawn = draw(st.lists(documents(), min_size=1, max_size=3))
    source = st.sampled_from(drawn)
    mixed = draw(st.lists(st.fixed_dictionaries(dict.fromkeys(SECTIONS, source)), max_size=4))
    return [*drawn, *({"format": 1} | {section: it[section][section] for section in SECTIONS} for it in mixed)]


@given(mixtures(), contexts(), st.sampled_from([0, 1, 8]), st.sampled_from([-100, 0, 1000]))
def test_documents_that_follow_one_another_are_compiled_as_each_by_itself(
    wholes: list[Json], context: Json, kept_turns: int, most_dead: int
) -> None:
    compiler, store = IncrementalCompiler(kept_turns=kept_turns, most_dead=most_dead), Store()
    given_out: list[tuple[Catalog, object]] = []
    for whole in map(canonical_document, wholes):
        _, alone = outcome(partial(compile_catalog, whole), context)

        following, seen = outcome(partial(store.compiled, compiler, whole), context)

        assert seen == alone
        if following is not None:
            given_out.append((following, seen))
    for following, seen in given_out:
        assert shown(following, context) == seen


def test_only_what_is_new_is_read() -> None:
    compiler, store = IncrementalCompiler(), Store()
    before = store.compiled(compiler, document(group("a", tool("t"), matcher=contains("rain")), group("b")))
    assert store.asked == 4

    after = store.compiled(
        compiler, document(group("a", tool("t"), matcher=contains("rain")), group("b", enabled=False))
    )

    assert store.asked == 1
    assert after.groups["a"] is before.groups["a"]
    assert after.vocabulary is before.vocabulary
    assert not after.groups["b"].enabled


def test_the_index_is_taken_over_while_the_same_rules_are_judged_in_the_same_order() -> None:
    compiler, store = IncrementalCompiler(), Store()
    rain, snow = group("rain", tool("t"), matcher=contains("rain")), group("snow", matcher=contains("snow"))
    before = store.compiled(compiler, document(rain, snow))

    again = store.compiled(compiler, document(rain | {"tools": [tool("t", "Does it another way.")]}, snow))
    turned = store.compiled(compiler, document(snow, rain))
    off = store.compiled(compiler, document(rain | {"enabled": False}, snow))

    assert again.prompts["p"].index is before.prompts["p"].index
    for catalog, text, hits in ((again, "rain", ("rain",)), (turned, "snow", ("snow",)), (off, "rain", ())):
        assert resolve(catalog, says(text)).groups == hits


def test_a_shared_rule_that_changes_changes_those_who_name_it() -> None:
    compiler, store = IncrementalCompiler(), Store()
    naming = group("a", matcher={"kind": "not", "rule": {"kind": "rule", "name": "shared"}})

    for keyword, hits in (("rain", ()), ("snow", ("a",)), ("rain", ())):
        shared = {"name": "shared", "definition": contains(keyword)}
        catalog = store.compiled(compiler, document(naming, rules=(shared,)))

        assert resolve(catalog, says("rain")).groups == hits


def test_a_tool_that_changes_is_offered_as_it_is_now() -> None:
    compiler, store = IncrementalCompiler(), Store()

    for words in ("Old words.", "New words."):
        catalog = store.compiled(compiler, document(group("a", tool("t", words)), own_tools=("t",)))

        assert [offer.tool.description for offer in resolve(catalog, says("x")).offers] == [words]


def test_switches_are_as_they_are_given_each_time() -> None:
    compiler, store, whole = IncrementalCompiler(), Store(), document(group("a"), group("b"))

    for off, hits in ((frozenset({"group:a"}), ("b",)), (frozenset[str](), ("a", "b"))):
        assert resolve(store.compiled(compiler, whole, switched_off=off), says("x")).groups == hits


def test_a_document_that_is_refused_leaves_nothing_behind() -> None:
    compiler, store = IncrementalCompiler(), Store()
    store.compiled(compiler, document(group("a", matcher=contains("rain"))))
    broken = document(group("a", matcher=contains("snow")), group("b", matcher={"kind": "rule", "name": "nowhere"}))

    with pytest.raises(InvalidDocument, match="nowhere"):
        store.compiled(compiler, broken)

    after = store.compiled(
        compiler, document(group("a", matcher=contains("hail")), group("b", matcher=contains("snow")))
    )
    assert resolve(after, says("snow")).groups == ("b",)
    assert resolve(after, says("hail")).groups == ("a",)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"groups": [{"name": "a", "tools": ["nowhere"]}]}, "nowhere"),
        ({"prompts": [{"name": "p", "groups": ["a", "nowhere"]}]}, "nowhere"),
        ({"prompts": [{"name": "p", "groups": ["a"], "tool_choice": {"tool": "nowhere"}}]}, "nowhere"),
        ({"prompts": [{"name": "p", "tools": ["nowhere"]}]}, "nowhere"),
        ({"tools": [tool("t", tags=["one", "one"])]}, "stands in the list already"),
        ({"tools": []}, "no tool of this key"),
        ({"groups": []}, "no group of this name"),
    ],
)
def test_what_refers_to_nothing_is_refused_with_all_its_faults(change: Json, words: str) -> None:
    compiler, store, whole = IncrementalCompiler(), Store(), document(group("a", tool("t")))
    store.compiled(compiler, whole)

    with pytest.raises(InvalidDocument, match=words):
        store.compiled(compiler, whole | change)


def test_a_text_that_has_another_digest_shows_in_the_catalogs() -> None:
    compiler, store, whole = IncrementalCompiler(), Store(), document(group("a"))
    [wanted, *_] = [part for part in store.parts(whole) if part.kind == "group"]

    catalog = compiler.compile(1, [wanted], lambda digests: dict.fromkeys(digests, '{"name":"another"}'))

    assert catalog.digest == compile_catalog({"format": 1, "groups": [{"name": "another"}]}).digest


def test_a_group_and_a_prompt_of_one_text_are_not_taken_for_each_other() -> None:
    compiler, store = IncrementalCompiler(), Store()

    catalog = store.compiled(compiler, {"format": 1, "groups": [{"name": "x"}], "prompts": [{"name": "x"}]})

    assert list(catalog.groups) == list(catalog.prompts) == ["x"]
    assert catalog.prompts["x"].groups == ()


def test_literals_that_nothing_names_any_longer_are_left_out_in_time() -> None:
    compiler, store = IncrementalCompiler(kept_turns=1, most_dead=10), Store()
    for place in range(100):
        catalog = store.compiled(compiler, document(group("a", matcher=contains(f"word{place}"))))

    assert len(catalog.vocabulary) < 40
    assert resolve(catalog, says("word99")).groups == ("a",)


def test_a_document_of_a_later_format_is_refused() -> None:
    store = Store()

    with pytest.raises(InvalidDocument, match="later format"):
        IncrementalCompiler().compile(2, store.parts(document(group("a"))), store.texts)


def test_rules_that_name_each_other_are_refused() -> None:
    compiler, store = IncrementalCompiler(), Store()
    rules = [{"name": one, "definition": {"kind": "rule", "name": other}} for one, other in ("ab", "ba")]

    with pytest.raises(InvalidDocument, match="names itself"):
        store.compiled(compiler, {"format": 1, "rules": rules})


def test_an_object_that_stands_twice_is_refused() -> None:
    compiler, store = IncrementalCompiler(), Store()

    with pytest.raises(InvalidDocument, match="taken by"):
        compiler.compile(1, store.parts({"format": 1, "groups": [{"name": "a"}]}) * 2, store.texts)


def test_a_tool_keeps_the_rule_that_says_who_may_use_it() -> None:
    compiler, store = IncrementalCompiler(), Store()
    whole = document(group("a", tool("t", allow=contains("rain"))))

    for _ in range(2):
        catalog = store.compiled(compiler, whole)
        assert [keys(resolve(catalog, says(text))) for text in ("rain", "snow")] == [["t"], []]
