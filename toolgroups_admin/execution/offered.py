"""The tools that a model was offered, by the name under which it calls them: nothing else can be executed (contract 11)."""

from collections.abc import Iterable, Mapping

from toolgroups_admin.engine import ModelRequest, Offer, Resolution, Tool, in_format

Offered = ModelRequest | Resolution | Mapping[str, Offer | Tool] | Iterable[Offer | Tool]


def tools_by_name(offered: Offered, format: str) -> dict[str, Tool]:
    """Each tool under its sent name. Of a resolution, or plain offers and tools, that is their name in this format.

    Rewritten names (field case 16) are mapped back so; a mapping is taken as it is.
    """
    if isinstance(offered, ModelRequest):
        offered = offered.names
    if isinstance(offered, Mapping):
        return {name: _tool(item) for name, item in offered.items()}
    if isinstance(offered, Resolution):
        return {name: offer.tool for name, offer in in_format(offered, format).names.items()}
    offers = tuple(item if isinstance(item, Offer) else Offer(item, "request") for item in offered)
    bare = Resolution(prompt="", groups=(), offers=offers, messages=(), system_prompt=None, tool_choice=None)
    return {name: offer.tool for name, offer in in_format(bare, format).names.items()}


def _tool(item: Offer | Tool) -> Tool:
    return item.tool if isinstance(item, Offer) else item
