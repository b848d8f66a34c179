"""Resolving: one chat context against a compiled catalog, through the interceptors (contracts 6 to 10)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from .catalog import Catalog, Group, Prompt, Tool
from .context import ChatContext
from .errors import UnknownGroup, UnknownPrompt, UnknownTool
from .explaining import Account, explain
from .interceptors import Interceptor, InterceptorFunction, Proceed, chain, in_order
from .judging import Judging
from .merging import merge_messages, merge_offers
from .resolution import Explanation, Notice, Offer, Resolution, ToolChoice
from .rules.base import Verdict


def resolve(
    catalog: Catalog,
    context: ChatContext,
    *,
    explain: bool = False,
    interceptors: Sequence[Interceptor | InterceptorFunction] = (),
) -> Resolution:
    """The model request that a context deserves: hits, merged tools and messages, never changing its input.

    The same catalog and context give the same answer in every process; only a context without `now` reads the clock,
    once. Raises UnknownPrompt, UnknownTool, UnknownGroup and InterceptorFailed, and nothing else.
    """
    if context.prompt not in catalog.prompts:
        raise UnknownPrompt(context.prompt)
    if context.now is None:
        context = replace(context, now=datetime.now(UTC))
    return chain(in_order(interceptors), context, _resolver(catalog, explain))


def _resolver(catalog: Catalog, explaining: bool) -> Proceed:
    def resolve_once(context: ChatContext) -> Resolution:
        return _Resolving(catalog, context).resolution(explaining)

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

    def resolution(self, explaining: bool) -> Resolution:
        verdicts = self._verdicts()
        groups = self.prompt.groups + self.further
        hits = [groups[place] for place, verdict in verdicts.items() if verdict is True]
        merged = merge_offers(self._offers(hits))
        offers, withheld = self._allowed(merged)
        messages, system_prompt, notices = merge_messages(
            self.context.messages, self.prompt.system_message, [group.system_prompt for group in hits]
        )
        tool_choice, refused = _choice(self.context.tool_choice or self.prompt.tool_choice, offers)
        account = Account(groups, verdicts, merged, withheld, self.catalog.switched_off)
        return Resolution(
            prompt=self.prompt.name,
            groups=tuple(group.name for group in hits),
            offers=offers,
            messages=messages,
            system_prompt=system_prompt,
            tool_choice=tool_choice,
            warnings=notices + refused,
            explanation=self._explanation(account) if explaining else None,
        )

    def _verdicts(self) -> dict[int, Verdict]:
        """Verdicts of the groups that had to be judged, by place; a group that is not here is false."""
        groups, further = (
            self.prompt.groups,
            range(len(self.prompt.groups), len(self.prompt.groups) + len(self.further)),
        )
        verdicts: dict[int, Verdict] = {}
        for place in self.prompt.index.candidates(self.judging):
            if self._is_on(groups[place]):
                verdicts[place] = groups[place].rule.judge(self.judging)
        for place in further:
            group = self.further[place - len(groups)]
            if self._is_on(group):
                verdicts[place] = group.rule.judge(self.judging)
        return verdicts

    def _is_on(self, group: Group) -> bool:
        switched_off = self.catalog.switched_off
        return group.enabled and not (switched_off and f"group:{group.name}" in switched_off)

    def _offers(self, hits: Iterable[Group]) -> Iterable[Offer]:
        for tool in self.prompt.tools:
            yield Offer(tool, "prompt")
        for tool in self.requested:
            yield Offer(tool, "request")
        for group in hits:
            source = f"group:{group.name}"
            for tool in group.tools:
                yield Offer(tool, source)

    def _allowed(self, offers: tuple[Offer, ...]) -> tuple[tuple[Offer, ...], dict[str, str]]:
        """The offers that stay, and the reason for each wire name that is taken out (contract 6, last sentence)."""
        withheld = {offer.tool.name: reason for offer in offers if (reason := self._withheld(offer.tool))}
        if not withheld:
            return offers, withheld
        return tuple(offer for offer in offers if offer.tool.name not in withheld), withheld

    def _withheld(self, tool: Tool) -> str | None:
        if self.catalog.switched_off and f"tool:{tool.key}" in self.catalog.switched_off:
            return "switched_off"
        if tool.allow is not None and tool.allow.judge(self.judging) is not True:
            return "not_allowed"
        return None

    def _explanation(self, account: Account) -> Explanation:
        return explain(account, self.judging)


def _further_groups(catalog: Catalog, prompt: Prompt, context: ChatContext) -> tuple[Group, ...]:
    if not context.groups:
        return ()
    for name in context.groups:
        if name not in catalog.groups:
            raise UnknownGroup(name)
    own = {group.name for group in prompt.groups}
    return tuple(catalog.groups[name] for name in dict.fromkeys(context.groups) if name not in own)


def _requested(catalog: Catalog, tool: object) -> Tool:
    if isinstance(tool, dict):
        return Tool(
            key=None, name=tool["name"], description=tool.get("description", ""), parameters=tool.get("parameters")
        )
    if not isinstance(tool, str) or tool not in catalog.tools:
        raise UnknownTool(tool)
    return catalog.tools[tool]


def _choice(wanted: ToolChoice | None, offers: tuple[Offer, ...]) -> tuple[ToolChoice | None, tuple[Notice, ...]]:
    if wanted is None or isinstance(wanted, str):
        return wanted if offers else None, ()
    named = wanted.get("tool")
    if any(named == (offer.tool.name if offer.tool.key is None else offer.tool.key) for offer in offers):
        return wanted, ()
    detail = f"the tool {named!r} is not offered, so tool_choice is left out"
    return None, (Notice("tool_choice_not_offered", "$.tool_choice", detail),)
