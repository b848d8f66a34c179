"""The pages that point an environment at a release that is there: rolling back and promoting."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import InvalidDocument

from ..asking import ask
from ..candidates import contents, live_contents
from ..errors import ReleaseRefused
from ..gates import judged
from ..models import Environment, Publication, Release
from ..promoting import promote
from ..requested import waiting
from ..rolling_back import roll_back
from .going_live_form import CommentForm, GoingLiveForm, kept, waits
from .pages import faults_in_words, page
from .people import person
from .refusals import why_refused
from .request_page import asked_for
from .shown_lint import read_in, shown_lint

Verb = Callable[[Environment, Release, User, Mapping[str, Any], Collection[str]], Publication]


@dataclass(frozen=True, slots=True)
class Way:
    """How an environment comes to point at a release: the verb, its form and the words of its page."""

    go: Verb
    form: type[CommentForm]
    template: str
    title: Any
    done: Any

    @property
    def is_gated(self) -> bool:
        """Whether lint, gates and a second person are asked."""
        return self.form is GoingLiveForm


def roll_back_page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release) -> HttpResponse:
    """Shows what rolling back changes, and does it when asked to."""
    return _page(site, request, environment, to, ROLLING_BACK)


def promote_page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release) -> HttpResponse:
    """Shows what promoting a release changes, and does it when asked to, or asks for that."""
    return _page(site, request, environment, to, PROMOTING)


def _roll_back(
    environment: Environment, to: Release, by: User, answers: Mapping[str, Any], read: Collection[str]
) -> Publication:
    return roll_back(environment, to=to, by=by, comment=answers["comment"], expected=answers["expected"])


def _promote(
    environment: Environment, to: Release, by: User, answers: Mapping[str, Any], read: Collection[str]
) -> Publication:
    comment, expected = answers["comment"], answers["expected"]
    return promote(environment, release=to, by=by, comment=comment, expected=expected, read=read)


ROLLING_BACK = Way(
    _roll_back,
    CommentForm,
    "releases/roll_back.html",
    gettext_lazy("Roll %(environment)s back to release %(number)s"),
    gettext_lazy("%(environment)s is back at release %(number)s."),
)
PROMOTING = Way(
    _promote,
    GoingLiveForm,
    "releases/promote.html",
    gettext_lazy("Promote release %(number)s to %(environment)s"),
    gettext_lazy("Release %(number)s is live in %(environment)s."),
)


def _page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release, way: Way) -> HttpResponse:
    if request.method != "POST":
        return _show(site, request, environment, to, way)
    form = way.form(request.POST)
    if not form.is_valid():
        return _show(site, request, environment, to, way, form=form)
    answers = form.cleaned_data
    try:
        return _go(request, environment, to, way, answers)
    except ReleaseRefused as refused:
        return _show(site, request, environment, to, way, answers=answers, refusal=why_refused(refused))
    except InvalidDocument as invalid:
        faults = faults_in_words(invalid, contents(to))
        return _show(site, request, environment, to, way, form=form, faults=faults)


def _go(
    request: HttpRequest, environment: Environment, to: Release, way: Way, answers: Mapping[str, Any]
) -> HttpResponse:
    by, read = person(request), read_in(request)
    if way.is_gated and waits(environment, answers):
        asked = ask(
            environment,
            by=by,
            comment=answers["comment"],
            expected=answers["expected"],
            release=to,
            read=read,
            not_before=answers["not_before"],
        )
        return asked_for(request, asked)
    way.go(environment, to, by, answers, read)
    messages.success(request, way.done % {"number": to.number, "environment": environment})
    return redirect("admin:releases_release_change", to.pk)


def _show(
    site: AdminSite,
    request: HttpRequest,
    environment: Environment,
    to: Release,
    way: Way,
    *,
    form: CommentForm | None = None,
    answers: Mapping[str, Any] | None = None,
    refusal: str = "",
    faults: list[str] | None = None,
) -> HttpResponse:
    environment.refresh_from_db()
    before, after = live_contents(environment), contents(to)
    lint = shown_lint(request, before, after) if way.is_gated else None
    return page(
        site,
        request,
        way.template,
        title=way.title % {"environment": environment, "number": to.number},
        target=environment,
        to=to,
        waiting=waiting(environment),
        judged=judged(environment, after) if way.is_gated else None,
        lint=lint,
        before=before,
        after=after,
        form=form or way.form(initial=kept(environment, answers)),
        refusal=refusal,
        faults=faults or (lint.faults if lint else []),
    )
