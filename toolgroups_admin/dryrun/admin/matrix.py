"""The page of scenarios against groups."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ..choosing import source_choices
from ..matrix import matrix_of
from ..models import Scenario
from ..sources import DoesNotCompile, UnknownSource, compiled
from ..typed import DRAFT

MOST_DIGITS = 6


def matrix_page(request: HttpRequest) -> dict[str, Any]:
    """What the template shows for the prompt and source that are asked for; the first prompt when none is."""
    source = request.GET.get("source", DRAFT)
    counted = Scenario.objects.order_by("prompt").values_list("prompt").annotate(Count("pk"))
    prompts = [(name, number) for name, number in counted]
    prompt = request.GET.get("prompt", "") or (prompts[0][0] if prompts else "")
    shown = {"prompt": prompt, "prompts": prompts, "source": source, "sources": source_choices(source)}
    windows = {"down": _number(request, "down"), "across": _number(request, "across")}
    try:
        return {**shown, "matrix": matrix_of(prompt, compiled(source), **windows)}
    except UnknownSource:
        return {**shown, "obstacle": _("There is no such source, or nothing is published there. Choose another.")}
    except DoesNotCompile:
        return {**shown, "obstacle": _("This does not compile, so nothing can be checked against it.")}


def _number(request: HttpRequest, name: str) -> int:
    typed = request.GET.get(name, "")
    return int(typed) if typed.isdecimal() and len(typed) <= MOST_DIGITS else 0
