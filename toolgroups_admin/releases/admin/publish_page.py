"""The page that publishes the draft, or what is ticked of it, to an environment."""

from collections.abc import Collection

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from toolgroups_admin.engine import InvalidDocument

from ..candidates import Candidate, draft, live_contents
from ..choices import Choice
from ..comparing import changes_from, count_changes
from ..errors import NeedsMore, ReleaseRefused
from ..gates import judged
from ..models import Environment
from ..publishing import publish
from ..selecting import select
from .pages import CommentForm, faults_in_words, page, why_refused
from .people import person
from .shown_changes import choice_of, ticked_in
from .shown_lint import read_in, shown_lint

TEMPLATE = "releases/publish.html"


def publish_page(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Shows what publishing changes, and publishes exactly what is ticked when asked to."""
    if request.method != "POST":
        return _show(site, request, environment)
    form, ticked = CommentForm(request.POST), ticked_in(request)
    if not form.is_valid():
        return _show(site, request, environment, form=form, ticked=ticked)
    if not ticked and count_changes(environment):
        return _show(site, request, environment, form=form, refusal=_("Nothing is ticked."), ticked=ticked)
    comment, expected = form.cleaned_data["comment"], form.cleaned_data["expected"]
    if "look" in request.POST:
        return _show(site, request, environment, comment=comment, ticked=ticked)
    try:
        release = publish(
            environment, by=person(request), comment=comment, expected=expected, chosen=ticked, read=read_in(request)
        )
    except ReleaseRefused as refused:
        ticked += refused.choices if isinstance(refused, NeedsMore) else ()
        return _show(site, request, environment, comment=comment, refusal=why_refused(refused), ticked=ticked)
    except InvalidDocument as invalid:
        faults = faults_in_words(invalid, _candidate(live_contents(environment), draft(), ticked))
        return _show(site, request, environment, form=form, faults=faults, ticked=ticked)
    words = {"number": release.number, "environment": environment}
    messages.success(request, _("Release %(number)s is live in %(environment)s.") % words)
    return redirect("admin:releases_release_change", release.pk)


def _show(
    site: AdminSite,
    request: HttpRequest,
    environment: Environment,
    *,
    form: CommentForm | None = None,
    comment: str = "",
    refusal: str = "",
    faults: list[str] | None = None,
    ticked: Collection[Choice] | None = None,
) -> HttpResponse:
    environment.refresh_from_db()
    before, after = live_contents(environment), draft()
    candidate = _candidate(before, after, ticked)
    lint = shown_lint(request, before, candidate)
    expected = environment.release.number if environment.release else 0
    return page(
        site,
        request,
        TEMPLATE,
        title=_("Publish to %(environment)s") % {"environment": environment},
        target=environment,
        judged=judged(environment, candidate),
        lint=lint,
        before=before,
        after=after,
        ticked=[choice_of(change) for change in changes_from(before, after)] if ticked is None else ticked,
        form=form or CommentForm(initial={"comment": comment, "expected": expected}),
        refusal=refusal,
        faults=faults or lint.faults,
    )


def _candidate(before: Candidate, after: Candidate, ticked: Collection[Choice] | None) -> Candidate:
    """What would be published: all of the draft, or only what is ticked and what that needs."""
    if ticked is None:
        return after
    return select(before, after, [(choice.kind, choice.identity) for choice in ticked]).candidate
