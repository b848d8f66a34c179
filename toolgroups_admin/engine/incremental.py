"""Compiling documents that follow one another, each only as far as it differs from those before."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from .catalog import Catalog, Group, Offer, Prompt, Tool
from .compiled_objects import CompiledObject, Outcome, Part, Unusual, read_object, rule_of
from .compiling import ALWAYS, collecting_paused, compile_catalog, compiled_group, compiled_prompt, compiled_tool
from .document import limits
from .document.canonical import SECTION_OF, Kind, assemble, document_digest
from .document.specs import GroupSpec, PromptSpec
from .document.structure import FORMAT
from .index import PromptIndex
from .paths import ROOT
from .rule import Rule
from .rules.build import compile_rule
from .rules.compiling import Compiling
from .rules.references import in_order
from .rules.registered import registered_matchers
from .vocabulary import Vocabulary

KEPT_TURNS = 8  # so long what a document held is remembered after the last one that held it
MOST_DEAD = 1000  # literals of what is forgotten, which stay in the vocabulary, beside a quarter of it

Texts = Callable[[Sequence[str]], Mapping[str, str]]


class IncrementalCompiler:
    """Compiles one document after another; what one shares with those before is taken over, not compiled again.

    Remembers rules, tools, groups and prompts by the digests of their texts. May be used by several threads; the
    catalogs do not change once they are given out.
    """

    def __init__(self, *, kept_turns: int = KEPT_TURNS, most_dead: int = MOST_DEAD) -> None:
        self._kept_turns, self._most_dead = kept_turns, most_dead
        self._lock = Lock()
        self._objects: dict[Part, CompiledObject] = {}
        self._vocabulary = Vocabulary()
        self._dead = 0
        self._turn = 0

    def compile(
        self, format_number: int, parts: Sequence[Part], texts: Texts, *, switched_off: frozenset[str] = frozenset()
    ) -> Catalog:
        """The catalog of a document, given as its parts in order: what `compile_catalog` gives for the document.

        `texts` gives texts by digest, and is asked for those that are not known, or for all. Raises
        InvalidDocument as `compile_catalog` does. Where a text has not the digest it is called by, the catalog's digest
        is that of the texts.
        """
        with self._lock, collecting_paused():
            self._turn += 1
            try:
                return self._compiled(format_number, parts, texts, switched_off)
            except Unusual:
                return _compiled_whole(format_number, parts, texts, switched_off)

    def _compiled(
        self, format_number: int, parts: Sequence[Part], texts: Texts, switched_off: frozenset[str]
    ) -> Catalog:
        if format_number != FORMAT:
            raise Unusual
        self._read(parts, texts)
        if self._dead > len(self._vocabulary) // 4 + self._most_dead:
            self._begin_anew()
        objects = [self._objects[part] for part in parts]
        compilation = _Compilation(self._vocabulary, switched_off)
        catalog = compilation.catalog(objects)
        compilation.remember()
        self._vocabulary = catalog.vocabulary
        for each in objects:
            each.turn = self._turn
        self._forget()
        return catalog

    def _read(self, parts: Sequence[Part], texts: Texts) -> None:
        missing = [part for part in dict.fromkeys(parts) if part not in self._objects]
        if missing:
            found = texts([part.digest for part in missing])
            self._objects.update({part: read_object(part, found[part.digest]) for part in missing})

    def _begin_anew(self) -> None:
        self._vocabulary, self._dead = Vocabulary(), 0
        for each in self._objects.values():
            each.last = None

    def _forget(self) -> None:
        oldest = self._turn - self._kept_turns
        for part in [part for part, each in self._objects.items() if each.turn < oldest]:
            last = self._objects.pop(part).last
            if last is not None and last.rule is not None:
                self._dead += sum(1 for _ in last.rule.leaf_keys())


@dataclass(slots=True)
class _Compilation:
    """One document on its way to the catalog; any fault raises Unusual, and then nothing is remembered."""

    before: Vocabulary
    switched_off: frozenset[str]
    compiling: Compiling = field(init=False)
    outcomes: dict[CompiledObject, Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.compiling = Compiling(self.before.opened(), matchers=registered_matchers())

    def catalog(self, objects: Sequence[CompiledObject]) -> Catalog:
        """The catalog of these objects, in their order."""
        named = {kind: _by_identity(each for each in objects if each.kind == kind) for kind in SECTION_OF}
        self._compile_shared_rules(named["rule"])
        tools = {name: self._tool(each) for name, each in named["tool"].items()}
        groups = {name: self._group(each, tools) for name, each in named["group"].items()}
        prompts = {name: self._prompt(each, tools, groups) for name, each in named["prompt"].items()}
        return Catalog(
            digest=_digest(named),
            prompts=prompts,
            groups=groups,
            tools=tools,
            rules=self.compiling.shared,
            vocabulary=self._vocabulary(),
            switched_off=self.switched_off,
        )

    def remember(self) -> None:
        """Keeps what each object was compiled to for the documents that follow."""
        for each, outcome in self.outcomes.items():
            each.last, each.spec = outcome, None

    def _vocabulary(self) -> Vocabulary:
        grown = self.compiling.vocabulary
        if len(grown) == len(self.before):
            return self.before
        grown.close()
        return grown

    def _compile_shared_rules(self, entries: Mapping[str, CompiledObject]) -> None:
        self.compiling.declared.update(entries)
        ordered, held_up = in_order(
            {name: [to for to in each.named if to in entries] for name, each in entries.items()}
        )
        if held_up:
            raise Unusual
        for name in ordered:
            rule, targets = self._rule(entries[name])
            self.compiling.shared[name] = rule
            self.outcomes[entries[name]] = Outcome(rule, targets, None)

    def _rule(self, each: CompiledObject) -> tuple[Rule, tuple[Rule, ...]]:
        """Its rule, taken over when the shared rules that it names are the same, and these."""
        shared = self.compiling.shared
        targets = tuple([shared[name] for name in each.named if name in shared])
        rule = each.last.rule if each.last is not None and each.last.targets == targets else None
        if rule is None:
            rule = compile_rule(rule_of(each.read()) or ALWAYS, ROOT, self.compiling)
        if rule is None:
            raise Unusual
        return rule, targets

    def _tool(self, each: CompiledObject) -> Tool:
        known: Tool | None = each.last.compiled if each.last else None
        if known is not None and known.allow is None:
            return known
        has_rule = known is not None or each.read().allow is not None
        rule, targets = self._rule(each) if has_rule else (None, ())
        if known is None or known.allow is not rule:
            known = compiled_tool(each.read(), rule)
        self.outcomes[each] = Outcome(rule, targets, known)
        return known

    def _group(self, each: CompiledObject, tools: Mapping[str, Tool]) -> Group:
        rule, targets = self._rule(each)
        known: Group | None = each.last.compiled if each.last else None
        is_off = f"group:{each.identity}" in self.switched_off
        if not (known and known.rule is rule and known.switched_off == is_off and _are_among(tools, known.offers)):
            spec: GroupSpec = each.read()
            _check_known(spec.tools, tools)
            known = compiled_group(spec, rule, tools, self.switched_off)
        self.outcomes[each] = Outcome(rule, targets, known)
        return known

    def _prompt(self, each: CompiledObject, tools: Mapping[str, Tool], groups: Mapping[str, Group]) -> Prompt:
        known: Prompt | None = each.last.compiled if each.last else None
        if known is not None:
            _check_choice(known.tool_choice, tools)
        same = known and _are_among(tools, known.offers) and all(groups.get(it.name) is it for it in known.groups)
        if not (known and same):
            spec: PromptSpec = each.read()
            _check_known(spec.tools, tools)
            _check_known(spec.groups, groups)
            known = compiled_prompt(spec, tools, groups, index=_index_again(known, spec, groups))
            _check_choice(known.tool_choice, tools)
        self.outcomes[each] = Outcome(None, (), known)
        return known


def _index_again(known: Prompt | None, spec: PromptSpec, groups: Mapping[str, Group]) -> PromptIndex | None:
    """The index of a prompt as it was, when it judges the same rules in the same order."""
    if known is None or len(known.groups) != len(spec.groups):
        return None
    pairs = zip(known.groups, (groups[name] for name in spec.groups), strict=True)
    return known.index if all(old.rule is new.rule and old.is_off == new.is_off for old, new in pairs) else None


def _by_identity(objects: Iterable[CompiledObject]) -> dict[str, CompiledObject]:
    listed = list(objects)
    named = {each.identity: each for each in listed}
    if len(named) < len(listed) or len(listed) > limits.OBJECTS:
        raise Unusual
    return named


def _are_among(tools: Mapping[str, Tool], offers: Iterable[Offer]) -> bool:
    return all(offer.tool.key is not None and tools.get(offer.tool.key) is offer.tool for offer in offers)


def _check_known(names: Iterable[str], known: Container[str]) -> None:
    if not all(name in known for name in names):
        raise Unusual


def _check_choice(choice: str | Mapping[str, str] | None, tools: Mapping[str, Tool]) -> None:
    if isinstance(choice, Mapping) and choice["tool"] not in tools:
        raise Unusual


def _digest(named: Mapping[Kind, Mapping[str, CompiledObject]]) -> str:
    return document_digest(FORMAT, (objects[name].digest for objects in named.values() for name in sorted(objects)))


def _compiled_whole(format_number: int, parts: Sequence[Part], texts: Texts, switched_off: frozenset[str]) -> Catalog:
    found = texts(list(dict.fromkeys(part.digest for part in parts)))
    document = assemble(format_number, ((part.kind, found[part.digest]) for part in parts))
    return compile_catalog(document, switched_off=switched_off)
