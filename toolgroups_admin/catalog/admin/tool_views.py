"""What the tool form asks for while a person edits: the tool as each model provider would get it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from toolgroups_admin.engine import Fault

from ..fault_words import in_words
from ..format_names import FORMAT_NAMES
from ..inputs import JSONInput
from ..models import Kind
from ..tool_preview import EditedTool, Sent, faults_of, sent_in_each_format
from .questions import asked, for_editors, may_see, refusal

MOST_CHARACTERS = 400_000
TEXTS = ("key", "name", "description", "parameters")
OWN = "$.tools[0]."


@for_editors
@require_POST
def preview_tool(request: HttpRequest) -> HttpResponse:
    """The tool that is being edited, in each format, with what is wrong with it."""
    if not may_see(request, Kind.TOOL):
        raise PermissionDenied
    question = asked(request)
    texts = [text for name in TEXTS if isinstance(text := question.get(name), str)]
    if len(texts) < len(TEXTS):
        return refusal(_("This is no question of the tool editor. Reload the page."))
    if sum(map(len, texts)) > MOST_CHARACTERS:
        return refusal(_("This is too large to be shown while it is edited. Save it and look again."), status=413)
    key, name, description, typed = texts
    try:
        parameters = JSONInput(required=False).clean(typed)
    except ValidationError as unreadable:
        return JsonResponse({"unreadable": " ".join(unreadable.messages), "faults": [], "formats": []})
    edited = EditedTool(key.strip(), name.strip(), description, parameters)
    sent = [_shown(each) for each in sent_in_each_format(edited)]
    return JsonResponse({"faults": _in_words(faults_of(edited)), "formats": sent})


def _in_words(faults: Sequence[Fault]) -> list[dict[str, str]]:
    return [{"words": in_words(fault), "path": fault.path.removeprefix(OWN)} for fault in faults]


def _shown(sent: Sent) -> dict[str, Any]:
    return {**asdict(sent), "title": FORMAT_NAMES.get(sent.format, sent.format)}
