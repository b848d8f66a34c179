"""The order of lists that people drag."""

from collections.abc import Sequence

from .models import GroupTool, PromptGroup, PromptTool


def put_in_order(links: Sequence[GroupTool | PromptGroup | PromptTool]) -> None:
    """Numbers saved links of one object by their place in `links`, and writes those that moved."""
    moved = [link for place, link in enumerate(links) if link.position != place]
    for place, link in enumerate(links):
        link.position = place
    if moved:
        type(moved[0])._default_manager.bulk_update(moved, ["position"])
