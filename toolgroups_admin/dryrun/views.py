"""The dry-run page: what is typed comes in, the answer goes out."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.fault_words import in_words

from .choosing import prompt_choices
from .contexts import context_of
from .copying import copied
from .expecting import CannotBeKept, expect_what_is_seen
from .filling import in_form, in_json, typed_of
from .keeping import NEVER_KEPT, keep
from .models import DryRun, Scenario
from .pages import Page, page_of, readable, trial_of, typed_context
from .shown_answers import shown_group
from .sources import DoesNotCompile, UnknownSource, compiled
from .taking import take_apart
from .trying import Refused
from .typed import DRAFT, Typed, typed_in

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def for_testers(view: View[P]) -> View[P]:
    """In the admin, for those who may run dry runs; a request of HTMX whose sign-in is over reloads the page."""
    guarded = admin.site.admin_view(permission_required("dryrun.run", raise_exception=True)(view))

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if "HX-Request" in request.headers and not admin.site.has_permission(request):
            return HttpResponse(headers={"HX-Refresh": "true"})
        return guarded(request, *args, **kwargs)

    return cast(View[P], guarded_view)


@for_testers
@require_http_methods(["GET", "HEAD", "POST"])
def dry_run(request: HttpRequest) -> HttpResponse:
    """The page; posted, the answer to what is typed: alone for HTMX, with the whole page otherwise."""
    if request.method != "POST":
        typed = Typed(source=request.GET.get("source", DRAFT), prompt=request.GET.get("prompt", ""))
        return _whole_page(request, page_of(typed, _person(request)))
    page = _page_after(typed_in(request.POST), request.POST.get("do", ""), _person(request))
    if request.headers.get("HX-Target") == "answer":
        return render(request, "dryrun/answer.html", {"page": page, **_copied(request, page)})
    return _whole_page(request, page)


@for_testers
@permission_required("dryrun.add_dryrun", raise_exception=True)
@require_POST
def keep_dry_run(request: HttpRequest) -> HttpResponse:
    """Keeps what is typed and goes to its own address; what cannot be read is shown with what is wrong."""
    typed = typed_in(request.POST)
    try:
        readable(typed)
    except Refused:
        return _whole_page(request, page_of(typed, _person(request)))
    context, _faults = context_of(typed)
    kept = keep(context, source=typed.source, by=_person(request))
    if NEVER_KEPT & context.keys():
        messages.info(request, _("The tool context is left out: it is never stored."))
    return redirect("dryrun:kept", kept_id=kept.pk)


@for_testers
@permission_required("dryrun.view_dryrun", raise_exception=True)
@require_GET
def kept_dry_run(request: HttpRequest, kept_id: UUID) -> HttpResponse:
    """The page filled with a kept context, tried again now."""
    kept = get_object_or_404(DryRun.objects.unexpired().select_related("by"), pk=kept_id)
    typed = typed_of(json.loads(kept.context), Typed(source=kept.source))
    return _whole_page(request, page_of(typed, _person(request)), kept=kept)


@for_testers
@permission_required("dryrun.add_scenario", raise_exception=True)
@require_POST
def expect_dry_run(request: HttpRequest) -> HttpResponse:
    """Makes a scenario of what the answer shows now and opens it; what has no answer is shown with what is wrong."""
    typed = typed_in(request.POST)
    page = page_of(typed, _person(request))
    if page.answer is None:
        return _whole_page(request, page)
    context, _faults = typed_context(page.typed)
    try:
        scenario = expect_what_is_seen(page.answer.trial, context, by=_person(request))
    except CannotBeKept as refused:
        for fault in refused.faults:
            messages.error(request, in_words(fault))
        return _whole_page(request, page)
    words = _("The scenario “%(name)s” expects what was shown. Mend here what need not stay so.")
    messages.success(request, words % {"name": scenario.name})
    return redirect("admin:dryrun_scenario_change", scenario.pk)


@for_testers
@permission_required("dryrun.view_scenario", raise_exception=True)
@require_GET
def scenario(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """The page filled with the context of a scenario, tried against the draft."""
    context = get_object_or_404(Scenario, pk=scenario_id).context
    return _whole_page(request, page_of(typed_of(context, Typed()), _person(request)))


@for_testers
@require_POST
def rule(request: HttpRequest) -> HttpResponse:
    """The rule of one group, when it is unfolded in a long answer; nothing once the answer is another."""
    typed = typed_in(request.POST)
    try:
        trial = trial_of(typed, compiled(typed.source))
    except (UnknownSource, DoesNotCompile, Refused):
        return HttpResponse()
    group = shown_group(trial, request.GET.get("group", ""), _person(request))
    return render(request, "dryrun/rule.html", {"group": group}) if group else HttpResponse()


@for_testers
@require_GET
def prompts(request: HttpRequest) -> HttpResponse:
    """Prompts that hold what is typed, as suggestions."""
    try:
        found = prompt_choices(compiled(request.GET.get("source", DRAFT)), request.GET.get("prompt", ""))
    except (UnknownSource, DoesNotCompile):
        found = []
    return render(request, "dryrun/prompt_suggestions.html", {"prompts": found})


def _page_after(typed: Typed, action: str, person: User) -> Page:
    if action != "take apart":
        return page_of(_after(typed, action), person)
    taken = take_apart(typed)
    page = replace(page_of(taken.typed, person), pasted=taken.pasted)
    return replace(page, answer=None, faults=taken.faults) if taken.faults else page


def _after(typed: Typed, action: str) -> Typed:
    if action == "to json":
        return in_json(typed)
    if action == "to form":
        return in_form(typed)
    return typed.after(action)


def _whole_page(request: HttpRequest, page: Page, kept: DryRun | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Dry run"),
        "page": page,
        "kept": kept,
        **_copied(request, page),
        "may_keep": request.user.has_perm("dryrun.add_dryrun"),
        "may_expect": request.user.has_perm("dryrun.add_scenario"),
    }
    return render(request, "dryrun/page.html", context)


def _copied(request: HttpRequest, page: Page) -> dict[str, Any]:
    """What a program would send to this server, when there is an answer to ask for."""
    if page.answer is None:
        return {}
    host = f"{request.scheme}://{request.get_host()}"
    return {"copied": copied(page.question, host, page.typed.copied_as)}


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)
