"""Switching groups and tools off and on again in a compiled catalog, without compiling it anew."""

from dataclasses import replace

from .catalog import Catalog, Group, Prompt
from .index import PromptIndex


def with_switches(catalog: Catalog, switched_off: frozenset[str]) -> Catalog:
    """The catalog with exactly these switched off, as `compile_catalog` makes it with the same `switched_off`.

    `switched_off` holds `group:NAME` and `tool:KEY`; names that the catalog does not have switch nothing. Rules, tools
    and prompts whose groups stay as they are are shared with the catalog given, which is not changed (contract 6).
    """
    if catalog.switched_off == switched_off:
        return catalog
    groups = {name: _switched(group, switched_off) for name, group in catalog.groups.items()}
    prompts = {name: _with_groups(prompt, groups) for name, prompt in catalog.prompts.items()}
    return replace(catalog, groups=groups, prompts=prompts, switched_off=switched_off)


def _switched(group: Group, switched_off: frozenset[str]) -> Group:
    is_off = f"group:{group.name}" in switched_off
    return group if group.switched_off == is_off else replace(group, switched_off=is_off)


def _with_groups(prompt: Prompt, groups: dict[str, Group]) -> Prompt:
    judged = tuple([groups[group.name] for group in prompt.groups])
    if judged == prompt.groups:
        return prompt
    return replace(prompt, groups=judged, index=PromptIndex.of(judged))
