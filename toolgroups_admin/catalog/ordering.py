"""The order of lists that people drag."""

from collections.abc import Sequence

from django.db import models

POSITION = "position"


def put_in_order(links: Sequence[models.Model]) -> None:
    """Numbers saved links of one object (all of one model) by their place in `links`, and writes those that moved."""
    moved = []
    for place, link in enumerate(links):
        if getattr(link, POSITION) != place:
            setattr(link, POSITION, place)
            moved.append(link)
    if moved:
        type(moved[0])._default_manager.bulk_update(moved, [POSITION])
