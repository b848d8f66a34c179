"""What the rule editor asks for while a person edits: the rule's faults and verdicts, and names of shared rules."""

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from toolgroups_admin.engine import Bounds, ChatContext, InvalidContext, MalformedJSON, decode_json, parse_context

from ..asked_fields import asked_below
from ..fault_words import in_words
from ..inputs import JSONInput
from ..models import Kind, MatcherRule
from ..summaries import summary
from ..trying import PROMPT, EditedRule
from .questions import asked, for_editors, may_see, refusal
from .rule_answers import EMPTY, answer, kind_of

MOST_CHARACTERS = 200_000
MOST_NAMES = 12


@for_editors
@require_POST
def try_rule(request: HttpRequest) -> HttpResponse:
    """The rule that is being edited, judged against the chat that is typed beside it."""
    question = asked(request)
    kind = kind_of(question.get("kind"))
    rule, typed = question.get("rule"), question.get("context")
    if kind is None or not isinstance(rule, str) or not isinstance(typed, str):
        return refusal(_("This is no question of the rule editor. Reload the page."))
    if not may_see(request, kind):
        raise PermissionDenied
    if len(rule) > MOST_CHARACTERS or len(typed) > settings.RESOLVE_MAX_BYTES:
        return refusal(_("This is too large to be tried while it is edited. Save it and use the dry run."), status=413)
    try:
        tree = JSONInput(required=False).clean(rule)
    except ValidationError as unreadable:
        return JsonResponse({"unreadable": " ".join(unreadable.messages)})
    context, refusals = _context(typed)
    edited = EditedRule(kind, str(question.get("identity") or ""), tree)
    return JsonResponse({**answer(edited, context), "refusals": refusals})


@for_editors
@require_GET
def shared_rules(request: HttpRequest) -> HttpResponse:
    """Shared rules whose name or title holds what is typed."""
    if not may_see(request, Kind.RULE):
        raise PermissionDenied
    wanted = request.GET.get("q", "")[:200]
    rows = MatcherRule.objects.filter(Q(name__icontains=wanted) | Q(title__icontains=wanted)).order_by("name")
    found = rows.only("name", "title", "definition")[:MOST_NAMES]
    return JsonResponse({"rules": [_shared_rule(row) for row in found]})


@for_editors
@require_GET
def asked_fields(request: HttpRequest) -> HttpResponse:
    """What rules that the person may see ask for below a prefix."""
    kinds = [kind for kind in Kind if may_see(request, kind)]
    if not kinds:
        raise PermissionDenied
    return JsonResponse({"names": asked_below(request.GET.get("below", ""), kinds)})


def _shared_rule(row: MatcherRule) -> dict[str, str]:
    address = reverse("admin:catalog_matcherrule_change", args=[row.pk])
    return {"name": row.name, "title": row.title, "summary": summary(row.definition), "address": address}


def _context(typed: str) -> tuple[ChatContext, list[str]]:
    """The chat as the engine takes it, or an empty one with what is wrong with it."""
    bounds = Bounds(
        messages=settings.RESOLVE_MAX_MESSAGES,
        attributes=settings.RESOLVE_MAX_ATTRIBUTES,
        depth=settings.RESOLVE_MAX_DEPTH,
    )
    try:
        members = decode_json(typed.encode(errors="replace"))
        whole = {**members, "prompt": PROMPT} if isinstance(members, dict) else members
        return parse_context(whole, bounds=bounds, preview=True), []
    except MalformedJSON as malformed:
        return EMPTY, [str(malformed)]
    except InvalidContext as invalid:
        return EMPTY, [in_words(fault, fault.path.removeprefix("$.")) for fault in invalid.faults]
