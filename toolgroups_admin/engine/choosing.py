"""The choice of tools: what of it stands beside the tools that are offered (contract 8)."""

from collections.abc import Iterable

from .catalog import Offer
from .notice import Notice
from .resolution import ToolChoice


def offered_choice(wanted: ToolChoice | None, offers: Iterable[Offer]) -> tuple[ToolChoice | None, tuple[Notice, ...]]:
    """The wanted choice as far as these offers allow it: none without tools, and none of a tool that is not offered.

    The second is said in a notice. A tool is named by its key, an inline tool by its name.
    """
    names = {offer.tool.name if offer.tool.key is None else offer.tool.key for offer in offers}
    if wanted is None or isinstance(wanted, str):
        return (wanted if names else None), ()
    named = wanted.get("tool")
    if named in names:
        return wanted, ()
    detail = f"the tool {named!r} is not offered, so tool_choice is left out"
    return None, (Notice("tool_choice_not_offered", "$.tool_choice", detail),)
