"""Resolving: one chat context against a compiled catalog, through the interceptors (contracts 6 to 10)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .catalog import FROM_REQUEST, Catalog, Group, Offer, Prompt, Tool
from .choosing import offered_choice
from .context import ChatContext
from .errors import UnknownGroup, UnknownPrompt, UnknownTool
from .explaining import Account, explained
from .interceptors import Interceptor, InterceptorFunction, Proceed, chain, in_order
from .judging import Judging
from .merging import merge_known_offers, merge_messages, merge_offers
from .notice import Notice
from .resolution import Resolution
from .rule import Verdict


def resolve(
    catalog: Catalog,
    context: ChatContext,
    *,
    explain: bool = False,
    interceptors: Sequence[Interceptor | InterceptorFunction] = (),
) -> Resolution:
    """The model request that a context deserves: hits, merged tools and messages, never changing its input.

    The same catalog and context give the same answer in every process; only a context without `now` may read the
    clock, once. Raises UnknownPrompt, UnknownTool, UnknownGroup and InterceptorFailed, and nothing else.
    """
    if context.prompt not in catalog.prompts:
        raise UnknownPrompt(context.prompt)
    return chain(in_order(interceptors), context, _resolver(catalog, explain), explain=explain)


def _resolver(catalog: Catalog, explain: bool) -> Proceed:
    def resolve_once(context: ChatContext) -> Resolution:
        return _Resolving(catalog, context).resolution(explain)

    return resolve_once


class _Resolving:
    """One context against one prompt; made for one request and thrown away."""

    def __init__(self, catalog: Catalog, context: ChatContext) -> None:
        prompt = catalog.prompts.get(context.prompt)
        if prompt is None:
            raise UnknownPrompt(context.prompt)
        self.catalog = catalog
        self.context = context
        self.prompt = prompt
        self.judging = Judging(context, default_model=prompt.default_model, vocabulary=catalog.vocabulary)
        self.further = _further_groups(catalog, prompt, context)
        self.requested = [_requested(catalog, tool) for tool in context.tools]

    def resolution(self, explain: bool) -> Resolution:
        context, prompt = self.context, self.prompt
        verdicts = self._verdicts()
        groups = prompt.groups + self.further
        hits = [groups[place] for place, verdict in verdicts.items() if verdict is True]
        offers = self._offers(hits)
        merged = merge_offers(offers) if self.requested else merge_known_offers(tuple(offers))
        offered, withheld = self._allowed(merged)
        additions = [group.system_prompt for group in hits if group.system_prompt]
        messages, system_prompt, notices = merge_messages(context.messages, prompt.system_message, additions)
        tool_choice, refused = offered_choice(context.tool_choice or prompt.tool_choice, offered)
        return Resolution(
            prompt=prompt.name,
            groups=tuple([group.name for group in hits]),
            offers=offered,
            messages=messages,
            system_prompt=system_prompt,
            tool_choice=tool_choice,
            warnings=(*notices, *self._hidden(hits, messages), *refused),
            explanation=explained(Account(groups, verdicts, merged, withheld), self.judging) if explain else None,
        )

    def _verdicts(self) -> dict[int, Verdict]:
        """Verdicts of the groups that had to be judged, by place and in order; a group that is not here is false."""
        groups, judging = self.prompt.groups, self.judging
        verdicts = {place: groups[place].rule.judge(judging) for place in self.prompt.index.candidates(judging)}
        for place, group in enumerate(self.further, len(groups)):
            if not group.is_off:
                verdicts[place] = group.rule.judge(judging)
        return verdicts

    def _hidden(self, hits: Iterable[Group], messages: Sequence[object]) -> list[Notice]:
        """What was noted while compiling of the system prompts that are sent; a longer list has a message put in."""
        own = self.prompt.notices if len(messages) > len(self.context.messages) else ()
        return [*own, *(notice for group in hits for notice in group.notices)]

    def _offers(self, hits: Iterable[Group]) -> list[Offer]:
        offers = [*self.prompt.offers, *self.requested]
        for group in hits:
            offers += group.offers
        return offers

    def _allowed(self, offers: tuple[Offer, ...]) -> tuple[tuple[Offer, ...], dict[str, str]]:
        """The offers that stay, and the reason for each wire name that is taken out (contract 6, last sentence)."""
        switched_off = self.catalog.switched_off
        doubtful = [offer.tool for offer in offers if switched_off or offer.tool.allow is not None]
        withheld = {tool.name: reason for tool in doubtful if (reason := self._withheld(tool))}
        if not withheld:
            return offers, withheld
        return tuple(offer for offer in offers if offer.tool.name not in withheld), withheld

    def _withheld(self, tool: Tool) -> str | None:
        if f"tool:{tool.key}" in self.catalog.switched_off:
            return "switched_off"
        if tool.allow is not None and tool.allow.judge(self.judging) is not True:
            return "not_allowed"
        return None


def _further_groups(catalog: Catalog, prompt: Prompt, context: ChatContext) -> tuple[Group, ...]:
    if not context.groups:
        return ()
    for name in context.groups:
        if name not in catalog.groups:
            raise UnknownGroup(name)
    own = {group.name for group in prompt.groups}
    return tuple(catalog.groups[name] for name in dict.fromkeys(context.groups) if name not in own)


def _requested(catalog: Catalog, tool: object) -> Offer:
    if isinstance(tool, Mapping):
        return Offer(_inline(tool), FROM_REQUEST)
    if not isinstance(tool, str) or tool not in catalog.tools:
        raise UnknownTool(tool)
    return Offer(catalog.tools[tool], FROM_REQUEST)


def _inline(tool: Mapping[str, Any]) -> Tool:
    description, parameters = tool.get("description", ""), tool.get("parameters")
    return Tool(key=None, name=tool["name"], description=description, parameters=parameters)
