"""Compiling: from a document to the catalog that resolving reads."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .catalog import Catalog, Group, Offer, Prompt, Tool
from .document.canonical import document_digest, fragments_of
from .document.reading import refuse
from .document.references import reference_faults
from .document.rule_specs import AlwaysSpec, RuleSpec
from .document.specs import GroupSpec, PromptSpec, ToolSpec
from .document.structure import FORMAT, Structure, structure_of
from .formats.hidden_characters import hidden_in
from .index import PromptIndex
from .notice import Notice
from .paths import ROOT, at
from .rule import Rule
from .rules.build import compile_rule, compile_shared_rules
from .rules.compiling import Compiling, PythonMatcher
from .rules.registered import registered_matchers
from .texts import is_blank

ALWAYS = AlwaysSpec(kind="always")


def compile_catalog(
    document: Any,
    *,
    switched_off: frozenset[str] = frozenset(),
    matchers: Mapping[str, PythonMatcher] | None = None,
) -> Catalog:
    """The catalog of a document, a plain JSON value (design §4), which must not be changed afterwards.

    `switched_off` holds `group:NAME` and `tool:KEY`; `matchers` are the Python matchers by name, by default those
    registered in code. Raises InvalidDocument with everything that is wrong: each fault has a code, a JSON path, the
    value found there and a remedy. Starts no process, and reads nothing but its arguments.
    """
    with collecting_paused():
        return compile_structure(structure_of(document), switched_off=switched_off, matchers=matchers)


@contextmanager
def collecting_paused() -> Iterator[None]:
    """Without Python's search for cycles, which would walk through all that is being built again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def compile_structure(
    structure: Structure,
    *,
    switched_off: frozenset[str] = frozenset(),
    matchers: Mapping[str, PythonMatcher] | None = None,
) -> Catalog:
    """The catalog of a document that has been read; all else as `compile_catalog`."""
    compiling = Compiling(matchers=registered_matchers() if matchers is None else matchers)
    rules = _compile_rules(structure, compiling)
    refuse([*structure.faults, *reference_faults(structure), *compiling.faults])
    compiling.vocabulary.close()
    tools = {tool.key: compiled_tool(tool, rules.get(path)) for path, tool in structure.tools}
    groups = {group.name: compiled_group(group, rules[path], tools, switched_off) for path, group in structure.groups}
    return Catalog(
        digest=document_digest(FORMAT, (fragment.digest for fragment in fragments_of(structure.spec()))),
        prompts={prompt.name: compiled_prompt(prompt, tools, groups) for _, prompt in structure.prompts},
        groups=groups,
        tools=tools,
        rules=compiling.shared,
        vocabulary=compiling.vocabulary,
        switched_off=switched_off,
    )


def _compile_rules(structure: Structure, compiling: Compiling) -> dict[str, Rule]:
    """Every rule of the document by the path of the object it belongs to; shared rules go into `compiling`."""
    shared = [(at(path, "definition"), entry.name, entry.definition) for path, entry in structure.rules]
    compile_shared_rules([*shared, *_stand_ins(structure)], compiling)
    wanted: list[tuple[str, str, RuleSpec | None]] = [
        *((path, "allow", tool.allow) for path, tool in structure.tools),
        *((path, "matcher", group.matcher or ALWAYS) for path, group in structure.groups),
    ]
    compiled = ((path, compile_rule(spec, at(path, member), compiling)) for path, member, spec in wanted if spec)
    return {path: rule for path, rule in compiled if rule is not None}


def _stand_ins(structure: Structure) -> list[tuple[str, str, RuleSpec]]:
    """For shared rules that are malformed: what refers to them shall not be called wrong."""
    malformed = structure.named.get("rules", {}).keys() - {entry.name for _, entry in structure.rules}
    return [(ROOT, name, ALWAYS) for name in malformed]


def compiled_tool(spec: ToolSpec, allow: Rule | None) -> Tool:
    """A tool with its compiled rule."""
    return Tool(
        key=spec.key,
        name=spec.name or spec.key,
        description=spec.description,
        parameters=spec.parameters,
        allow=allow,
        return_direct=spec.return_direct,
        sensitive=spec.sensitive,
        sequential=spec.sequential,
        executor=spec.executor.model_dump(exclude_defaults=True),
    )


def compiled_group(spec: GroupSpec, rule: Rule, tools: Mapping[str, Tool], switched_off: frozenset[str]) -> Group:
    """A group with its compiled rule; its tools must all be among those given."""
    source = f"group:{spec.name}"
    return Group(
        name=spec.name,
        rule=rule,
        offers=tuple(Offer(tools[key], source) for key in spec.tools),
        system_prompt="" if is_blank(spec.system_prompt) else spec.system_prompt,
        enabled=spec.enabled,
        switched_off=source in switched_off,
        notices=_hidden(spec.system_prompt, "groups", spec.name, "system_prompt"),
    )


def compiled_prompt(
    spec: PromptSpec, tools: Mapping[str, Tool], groups: Mapping[str, Group], *, index: PromptIndex | None = None
) -> Prompt:
    """A prompt with its index, made unless it is given; its tools and groups must all be among those given."""
    judged = tuple(groups[name] for name in spec.groups)
    choice = spec.tool_choice
    return Prompt(
        name=spec.name,
        index=index or PromptIndex.of(judged),
        system_message="" if is_blank(spec.system_message) else spec.system_message,
        offers=tuple(Offer(tools[key], "prompt") for key in spec.tools),
        groups=judged,
        tool_choice=choice if choice is None or isinstance(choice, str) else choice.model_dump(),
        default_model=spec.default_model,
        metadata=spec.metadata,
        notices=_hidden(spec.system_message, "prompts", spec.name, "system_message"),
    )


def _hidden(text: str, *steps: str) -> tuple[Notice, ...]:
    """That a text holds characters which a person does not see and the model reads (field case 22)."""
    return tuple(Notice("hidden_characters", at(ROOT, *steps), words) for _, words in hidden_in(text))
