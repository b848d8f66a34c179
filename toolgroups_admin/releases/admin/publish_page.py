"""The page that publishes the draft, or what is ticked of it, to an environment, or asks for that."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from toolgroups_admin.engine import InvalidDocument

from ..asking import ask
from ..candidates import Candidate, draft, live_contents
from ..choices import Choice
from ..comparing import changes_from, count_changes
from ..errors import NeedsMore, ReleaseRefused
from ..gates import judged
from ..models import Environment
from ..publishing import publish
from ..requested import waiting
from ..selecting import select
from .going_live_form import GoingLiveForm, kept, waits
from .pages import faults_in_words, page
from .people import person
from .refusals import why_refused
from .request_page import asked_for
from .shown_changes import choice_of, ticked_in
from .shown_lint import read_in, shown_lint

TEMPLATE = "releases/publish.html"


def publish_page(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Shows what publishing changes, and publishes exactly what is ticked when asked to, or asks for that."""
    if request.method != "POST":
        return _show(site, request, environment)
    form, ticked = GoingLiveForm(request.POST), ticked_in(request)
    if not form.is_valid():
        return _show(site, request, environment, form=form, ticked=ticked)
    if not ticked and count_changes(environment):
        return _show(site, request, environment, form=form, refusal=_("Nothing is ticked."), ticked=ticked)
    answers = form.cleaned_data
    if "look" in request.POST:
        return _show(site, request, environment, answers=answers, ticked=ticked)
    try:
        return _publish(request, environment, answers, ticked)
    except ReleaseRefused as refused:
        ticked += refused.choices if isinstance(refused, NeedsMore) else ()
        return _show(site, request, environment, answers=answers, refusal=why_refused(refused), ticked=ticked)
    except InvalidDocument as invalid:
        faults = faults_in_words(invalid, _candidate(live_contents(environment), draft(), ticked))
        return _show(site, request, environment, form=form, faults=faults, ticked=ticked)


def _publish(
    request: HttpRequest, environment: Environment, answers: Mapping[str, Any], ticked: Collection[Choice]
) -> HttpResponse:
    by, comment, expected, read = person(request), answers["comment"], answers["expected"], read_in(request)
    if waits(environment, answers):
        not_before = answers["not_before"]
        asked = ask(
            environment, by=by, comment=comment, expected=expected, chosen=ticked, read=read, not_before=not_before
        )
        return asked_for(request, asked)
    release = publish(environment, by=by, comment=comment, expected=expected, chosen=ticked, read=read)
    words = {"number": release.number, "environment": environment}
    messages.success(request, _("Release %(number)s is live in %(environment)s.") % words)
    return redirect("admin:releases_release_change", release.pk)


def _show(
    site: AdminSite,
    request: HttpRequest,
    environment: Environment,
    *,
    form: GoingLiveForm | None = None,
    answers: Mapping[str, Any] | None = None,
    refusal: str = "",
    faults: list[str] | None = None,
    ticked: Collection[Choice] | None = None,
) -> HttpResponse:
    environment.refresh_from_db()
    before, after = live_contents(environment), draft()
    candidate = _candidate(before, after, ticked)
    lint = shown_lint(request, before, candidate)
    return page(
        site,
        request,
        TEMPLATE,
        title=_("Publish to %(environment)s") % {"environment": environment},
        target=environment,
        waiting=waiting(environment),
        judged=judged(environment, candidate),
        lint=lint,
        before=before,
        after=after,
        ticked=[choice_of(change) for change in changes_from(before, after)] if ticked is None else ticked,
        form=form or GoingLiveForm(initial=kept(environment, answers)),
        refusal=refusal,
        faults=faults or lint.faults,
    )


def _candidate(before: Candidate, after: Candidate, ticked: Collection[Choice] | None) -> Candidate:
    """What would be published: all of the draft, or only what is ticked and what that needs."""
    if ticked is None:
        return after
    return select(before, after, [(choice.kind, choice.identity) for choice in ticked]).candidate
