"""Where a tool or a part of the system prompt comes from."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

GROUP = "group:"


@dataclass(frozen=True, slots=True)
class Origin:
    """The prompt, the request, or a group; a group that hit has the colour `hue` all over the answer."""

    words: str
    is_group: bool = False
    hue: int | None = None


def origin_of(source: str, hues: Mapping[str, int]) -> Origin:
    """The origin that an offer's source names."""
    if source.startswith(GROUP):
        name = source.removeprefix(GROUP)
        return Origin(name, is_group=True, hue=hues.get(name))
    return Origin({"prompt": _("the prompt"), "request": _("the request")}.get(source, source))
