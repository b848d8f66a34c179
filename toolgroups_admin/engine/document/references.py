"""What is wrong between the objects of a document: identities, references, repeated entries, schemas and trees."""

from collections.abc import Iterator, Sequence
from typing import Literal

from ..faults import Fault, gettext_noop
from ..paths import at
from .identities import identity_faults
from .rule_specs import RuleSpec
from .schemas import schema_faults
from .specs import ClientExecutorSpec, GroupSpec, PromptSpec, ToolChoiceSpec, ToolSpec
from .structure import IDENTITY_MEMBER, Structure
from .trees import tree_faults


def reference_faults(structure: Structure) -> Iterator[Fault]:
    """Every fault that the well-formed objects show when they are seen together, rules taken as trees only."""
    for section, named in structure.named.items():
        for identity, paths in named.items():
            yield from _identity_faults(identity, [at(path, IDENTITY_MEMBER[section]) for path in paths])
    for path, tool in structure.tools:
        yield from _tool_faults(tool, path)
    for path, rule in structure.rules:
        yield from _repeated(rule.tags, path, "tags")
        yield from _rule_faults(rule.definition, path, "definition")
    for path, group in structure.groups:
        yield from _group_faults(group, path, structure)
    for path, prompt in structure.prompts:
        yield from _prompt_faults(prompt, path, structure)


def _identity_faults(identity: str, paths: Sequence[str]) -> Iterator[Fault]:
    yield from identity_faults(identity, paths[0])
    for path in paths[1:]:
        yield Fault("duplicate_identity", path, identity, *_TAKEN, {"first": paths[0]})


def _tool_faults(tool: ToolSpec, path: str) -> Iterator[Fault]:
    yield from _repeated(tool.tags, path, "tags")
    if tool.parameters is not None:
        yield from schema_faults(tool.parameters, at(path, "parameters"))
    yield from _rule_faults(tool.allow, path, "allow")
    if not isinstance(tool.executor, ClientExecutorSpec):
        yield from _repeated(tool.executor.context_keys, path, "executor", "context_keys")


def _rule_faults(rule: RuleSpec | None, path: str, member: str) -> Iterator[Fault]:
    if rule is not None:
        yield from tree_faults(rule, at(path, member))


def _group_faults(group: GroupSpec, path: str, structure: Structure) -> Iterator[Fault]:
    yield from _repeated(group.tags, path, "tags")
    yield from _list_faults(group.tools, "tools", path, structure)
    yield from _rule_faults(group.matcher, path, "matcher")


def _prompt_faults(prompt: PromptSpec, path: str, structure: Structure) -> Iterator[Fault]:
    yield from _repeated(prompt.tags, path, "tags")
    yield from _list_faults(prompt.tools, "tools", path, structure)
    yield from _list_faults(prompt.groups, "groups", path, structure)
    if isinstance(prompt.tool_choice, ToolChoiceSpec) and prompt.tool_choice.tool not in structure.named["tools"]:
        yield Fault("unknown_tool", at(path, "tool_choice", "tool"), prompt.tool_choice.tool, *_UNKNOWN["tools"])


def _list_faults(
    entries: Sequence[str], section: Literal["tools", "groups"], path: str, structure: Structure
) -> Iterator[Fault]:
    yield from _repeated(entries, path, section)
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
