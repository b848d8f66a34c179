"""Explaining: reasons added to the verdicts of the normal path, which they never change (design §7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .catalog import Group, Offer
from .judging import Judging
from .resolution import ExplainedGroup, ExplainedNode, ExplainedTool, Explanation
from .rule import Verdict, shown_verdict
from .rules.blockers import blockers_of
from .rules.explaining import explain_tree

_GROUP_VERDICTS = {True: "hit", False: "miss", None: "unknown"}


@dataclass(frozen=True, slots=True)
class Account:
    """What the normal path did: groups in order, verdicts of the judged ones by place, offers, and what was withheld."""

    groups: tuple[Group, ...]
    verdicts: Mapping[int, Verdict]
    merged: tuple[Offer, ...]
    withheld: Mapping[str, str]


def explained(account: Account, judging: Judging) -> Explanation:
    """Every group with its tree and blockers, and every tool with what became of it."""
    judging.explaining = True
    groups = tuple(_explained_group(account, place, judging) for place in range(len(account.groups)))
    return Explanation(groups=groups, tools=tuple(_explained_tools(account)), set_by={})


def _explained_group(account: Account, place: int, judging: Judging) -> ExplainedGroup:
    group = account.groups[place]
    if group.is_off:
        return _not_judged(group, "switched_off" if group.switched_off else "disabled")
    tree = explain_tree(group.rule, judging)
    verdict = account.verdicts[place] if place in account.verdicts else _verdict_of_no_candidate(tree)
    if tree.verdict != shown_verdict(verdict):
        tree = replace(tree, verdict=shown_verdict(verdict))
    blockers = () if verdict is True else blockers_of(tree)
    return ExplainedGroup(group.name, _GROUP_VERDICTS[verdict], tree, blockers)


def _verdict_of_no_candidate(tree: ExplainedNode) -> Verdict:
    """The index says only that the group does not hit: whether it is false or unknown shows in the explanation."""
    return None if tree.verdict == "unknown" else False


def _not_judged(group: Group, reason: str) -> ExplainedGroup:
    tree = ExplainedNode(group.rule.id, group.rule.kind, "not_evaluated", reason)
    return ExplainedGroup(group.name, "disabled", tree)


def _explained_tools(account: Account) -> Iterator[ExplainedTool]:
    seen = set()
    for offer in account.merged:
        reason = account.withheld.get(offer.tool.name)
        yield ExplainedTool(offer.tool.key, reason or "offered", offer.source)
        seen.add(offer.tool.key)
        for lost in offer.replaced:
            yield ExplainedTool(lost.key, "replaced", f"by {offer.source}")
            seen.add(lost.key)
    for place, group in enumerate(account.groups):
        if account.verdicts.get(place, False) is not True:
            for offer in group.offers:
                if offer.tool.key not in seen:
                    seen.add(offer.tool.key)
                    yield ExplainedTool(offer.tool.key, "group_missed", offer.source)
