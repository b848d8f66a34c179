"""What the chooser asks for: pages of tools or groups, and what is known of those chosen."""

from dataclasses import asdict
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..mapping import MODEL_OF
from ..models import Kind
from ..offered import Choosable, found, known
from .questions import asked, for_editors, may_see, refusal

CHOOSABLE = {kind.value: kind for kind in (Kind.TOOL, Kind.GROUP)}
MOST_CHOSEN = 10_000


@for_editors
@require_POST
def choices(request: HttpRequest) -> HttpResponse:
    """A page of what a search finds, or what is known of those chosen."""
    question = asked(request)
    kind, wanted, chosen = CHOOSABLE.get(str(question.get("kind"))), question.get("wanted"), question.get("chosen")
    if kind is None:
        return refusal(_("This is no question of the chooser. Reload the page."))
    if not may_see(request, kind):
        raise PermissionDenied
    if isinstance(chosen, list) and len(chosen) <= MOST_CHOSEN:
        rows = known(kind, {text for text in chosen if isinstance(text, str) and "\0" not in text})
        return JsonResponse({"rows": [_shown(kind, row) for row in rows.values()]})
    number = question.get("page")
    page = found(kind, str(wanted or "")[:200].replace("\0", " "), number if isinstance(number, int) else 1)
    rows_shown = [_shown(kind, row) for row in page.rows]
    return JsonResponse({"rows": rows_shown, "page": page.number, "pages": page.pages, "total": page.total})


def _shown(kind: Kind, row: Choosable) -> dict[str, Any]:
    model = MODEL_OF[kind]._meta.model_name
    return {**asdict(row), "address": reverse(f"admin:catalog_{model}_change", args=[row.pk])}
