"""What is wrong between the objects of a document: identities, references, repeated entries, schemas and trees."""

from collections.abc import Iterator, Sequence
from typing import Literal

from ..faults import Fault, gettext_noop
from ..paths import at
from .identities import identity_faults
from .rule_specs import RuleSpec
from .schemas import schema_faults
from .specs import (
    ClientExecutorSpec,
    GroupSpec,
    ObjectSpec,
    PromptSpec,
    RuleEntrySpec,
    ToolChoiceSpec,
    ToolSpec,
)
from .structure import IDENTITY_MEMBER, Structure
from .trees import tree_faults


def reference_faults(structure: Structure) -> Iterator[Fault]:
    """Every fault that the well-formed objects show when they are seen together, rules taken as trees only."""
    for section, named in structure.named.items():
        for identity, paths in named.items():
            yield from _identity_faults(identity, [at(path, IDENTITY_MEMBER[section]) for path in paths])
    for path, tool in structure.tools:
        yield from own_faults(tool, path)
    for path, rule in structure.rules:
        yield from own_faults(rule, path)
    for path, group in structure.groups:
        yield from own_faults(group, path)
        yield from _unknown(group.tools, "tools", path, structure)
    for path, prompt in structure.prompts:
        yield from own_faults(prompt, path)
        yield from _prompt_faults(prompt, path, structure)


def own_faults(spec: ObjectSpec, path: str) -> Iterator[Fault]:
    """The faults of one well-formed object that show without the others, its rule taken as a tree; not its identity's."""
    yield from _repeated(spec.tags, path, "tags")
    if isinstance(spec, ToolSpec):
        yield from _tool_faults(spec, path)
    elif isinstance(spec, RuleEntrySpec):
        yield from _rule_faults(spec.definition, path, "definition")
    elif isinstance(spec, GroupSpec):
        yield from _repeated(spec.tools, path, "tools")
        yield from _rule_faults(spec.matcher, path, "matcher")
    else:
        yield from _repeated(spec.tools, path, "tools")
        yield from _repeated(spec.groups, path, "groups")


def _identity_faults(identity: str, paths: Sequence[str]) -> Iterator[Fault]:
    yield from identity_faults(identity, paths[0])
    for path in paths[1:]:
        yield Fault("duplicate_identity", path, identity, *_TAKEN, {"first": paths[0]})


def _tool_faults(tool: ToolSpec, path: str) -> Iterator[Fault]:
    if tool.parameters is not None:
        yield from schema_faults(tool.parameters, at(path, "parameters"))
    yield from _rule_faults(tool.allow, path, "allow")
    if not isinstance(tool.executor, ClientExecutorSpec):
        yield from _repeated(tool.executor.context_keys, path, "executor", "context_keys")


def _rule_faults(rule: RuleSpec | None, path: str, member: str) -> Iterator[Fault]:
    if rule is not None:
        yield from tree_faults(rule, at(path, member))


def _prompt_faults(prompt: PromptSpec, path: str, structure: Structure) -> Iterator[Fault]:
    yield from _unknown(prompt.tools, "tools", path, structure)
    yield from _unknown(prompt.groups, "groups", path, structure)
    if isinstance(prompt.tool_choice, ToolChoiceSpec) and prompt.tool_choice.tool not in structure.named["tools"]:
        yield Fault("unknown_tool", at(path, "tool_choice", "tool"), prompt.tool_choice.tool, *_UNKNOWN["tools"])


def _unknown(
    entries: Sequence[str], section: Literal["tools", "groups"], path: str, structure: Structure
) -> Iterator[Fault]:
    named = structure.named[section]
    for place, entry in enumerate(entries):
        if entry not in named:
            yield Fault(f"unknown_{section[:-1]}", at(path, section, place), entry, *_UNKNOWN[section])


def _repeated(entries: Sequence[str], path: str, *steps: str) -> Iterator[Fault]:
    if len(set(entries)) == len(entries):
        return
    first: dict[str, int] = {}
    for place, entry in enumerate(entries):
        if first.setdefault(entry, place) != place:
            yield Fault("duplicate_entry", at(path, *steps, place), entry, *_REPEATED, {"first": first[entry]})


_TAKEN: tuple[str, str] = (
    gettext_noop("This key or name is taken by {first}"),
    gettext_noop("Give this object a key or name of its own, or take it out."),
)
_REPEATED: tuple[str, str] = (
    gettext_noop("This entry stands in the list already, at place {first} counted from 0"),
    gettext_noop("Take one of the two out."),
)
_UNKNOWN = {
    "tools": (
        gettext_noop("There is no tool of this key in the document"),
        gettext_noop('Add the tool to "tools", or mend the key.'),
    ),
    "groups": (
        gettext_noop("There is no group of this name in the document"),
        gettext_noop('Add the group to "groups", or mend the name.'),
    ),
}
