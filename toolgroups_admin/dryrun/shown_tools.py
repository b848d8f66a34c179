"""The tools of an answer: those offered, with what each replaced, and those that are not, with why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from toolgroups_admin.engine import ExplainedTool, Explanation, Offer, Resolution

from .origins import Origin, origin_of
from .sources import Document


@dataclass(frozen=True, slots=True)
class ShownTool:
    """A tool that is offered."""

    key: str | None
    name: str
    title: str
    origin: Origin
    replaced: tuple[tuple[str | None, Origin], ...]
    sensitive: bool
    return_direct: bool
    address: str | None


@dataclass(frozen=True, slots=True)
class WithheldTool:
    """A tool that is not offered, and why."""

    key: str
    title: str
    why: str
    address: str | None


WHY_WITHHELD = {
    "not_allowed": gettext_lazy("Its own rule (“allow”) is not true here."),
    "switched_off": gettext_lazy("It is switched off in this environment."),
    "removed": gettext_lazy("The interceptor “{detail}” took it out."),
    "group_missed": gettext_lazy("Its group “{detail}” did not hit."),
}


def missed_tools(explanation: Explanation) -> list[ExplainedTool]:
    """The tools that only groups hold which did not hit."""
    return [tool for tool in explanation.tools if tool.outcome == "group_missed"]


class ShowingTools:
    """Shows the tools of one answer."""

    def __init__(self, document: Document, *, hues: Mapping[str, int], addresses: Mapping[str, str]) -> None:
        self.titles = {tool["key"]: tool.get("title", "") for tool in document.get("tools", ())}
        self.hues = hues
        self.addresses = addresses

    def offered(self, resolution: Resolution) -> list[ShownTool]:
        """The tools that go into the model request, in their order."""
        return [self._offered(offer) for offer in resolution.offers]

    def withheld(self, explanation: Explanation) -> list[WithheldTool]:
        """Tools of the prompt, the request or a group that hit, which are left out all the same."""
        outcomes = ("not_allowed", "switched_off", "removed")
        return [self._withheld(tool) for tool in explanation.tools if tool.outcome in outcomes]

    def missed(self, tools: Sequence[ExplainedTool]) -> list[WithheldTool]:
        """Tools that only groups hold which did not hit."""
        return [self._withheld(tool) for tool in tools]

    def _offered(self, offer: Offer) -> ShownTool:
        tool = offer.tool
        return ShownTool(
            tool.key,
            tool.name,
            self.titles.get(tool.key or "", ""),
            origin_of(offer.source, self.hues),
            tuple((lost.key, origin_of(lost.source, self.hues)) for lost in offer.replaced),
            tool.sensitive,
            tool.return_direct,
            self.addresses.get(tool.key or ""),
        )

    def _withheld(self, tool: ExplainedTool) -> WithheldTool:
        key = tool.key or ""
        why = str(WHY_WITHHELD[tool.outcome]).format(detail=origin_of(tool.reason, self.hues).words)
        return WithheldTool(key, self.titles.get(key, ""), why, self.addresses.get(key))
