"""What is switched off, for the head of every page."""

from typing import Any

from django import template

from ..switching import switched_off_now

register = template.Library()

MOST_SHOWN = 5


@register.inclusion_tag("releases/switched_off.html", takes_context=True)
def switched_off(context: template.Context) -> dict[str, Any]:
    """The groups and tools that are off anywhere, for everybody who may look at it; one query."""
    request = context.get("request")
    if request is None or not request.user.has_perm("releases.view_switch"):
        return {}
    off = list(switched_off_now())
    return {"switches": off[:MOST_SHOWN], "more": max(len(off) - MOST_SHOWN, 0)}
