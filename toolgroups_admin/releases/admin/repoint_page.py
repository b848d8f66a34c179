"""The pages that point an environment at a release that is there: rolling back and promoting."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import InvalidDocument

from ..candidates import contents, live_contents
from ..errors import ReleaseRefused
from ..gates import judged
from ..models import Environment, Publication, Release
from ..promoting import promote
from ..rolling_back import roll_back
from .pages import CommentForm, faults_in_words, page, why_refused
from .people import person
from .shown_lint import read_in, shown_lint

Verb = Callable[[Environment, Release, User, str, int | None, Collection[str]], Publication]


@dataclass(frozen=True, slots=True)
class Way:
    """How an environment comes to point at a release: the verb and the words of its page."""

    go: Verb
    template: str
    title: Any
    done: Any
    is_gated: bool = False


def roll_back_page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release) -> HttpResponse:
    """Shows what rolling back changes, and does it when asked to."""
    return _page(site, request, environment, to, ROLLING_BACK)


def promote_page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release) -> HttpResponse:
    """Shows what promoting a release changes, and does it when asked to."""
    return _page(site, request, environment, to, PROMOTING)


def _roll_back(
    environment: Environment, to: Release, by: User, comment: str, expected: int | None, read: Collection[str]
) -> Publication:
    return roll_back(environment, to=to, by=by, comment=comment, expected=expected)


def _promote(
    environment: Environment, to: Release, by: User, comment: str, expected: int | None, read: Collection[str]
) -> Publication:
    return promote(environment, release=to, by=by, comment=comment, expected=expected, read=read)


ROLLING_BACK = Way(
    _roll_back,
    "releases/roll_back.html",
    gettext_lazy("Roll %(environment)s back to release %(number)s"),
    gettext_lazy("%(environment)s is back at release %(number)s."),
)
PROMOTING = Way(
    _promote,
    "releases/promote.html",
    gettext_lazy("Promote release %(number)s to %(environment)s"),
    gettext_lazy("Release %(number)s is live in %(environment)s."),
    is_gated=True,
)


def _page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release, way: Way) -> HttpResponse:
    if request.method != "POST":
        return _show(site, request, environment, to, way)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _show(site, request, environment, to, way, form=form)
    comment, expected = form.cleaned_data["comment"], form.cleaned_data["expected"]
    try:
        way.go(environment, to, person(request), comment, expected, read_in(request))
    except ReleaseRefused as refused:
        return _show(site, request, environment, to, way, comment=comment, refusal=why_refused(refused))
    except InvalidDocument as invalid:
        faults = faults_in_words(invalid, contents(to))
        return _show(site, request, environment, to, way, form=form, faults=faults)
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
    comment: str = "",
    refusal: str = "",
    faults: list[str] | None = None,
) -> HttpResponse:
    environment.refresh_from_db()
    before, after = live_contents(environment), contents(to)
    expected = environment.release.number if environment.release else 0
    return page(
        site,
        request,
        way.template,
        title=way.title % {"environment": environment, "number": to.number},
        target=environment,
        to=to,
        judged=judged(environment, after) if way.is_gated else None,
        lint=shown_lint(request, before, after) if way.is_gated else None,
        before=before,
        after=after,
        form=form or CommentForm(initial={"comment": comment, "expected": expected}),
        refusal=refusal,
        faults=faults or [],
    )
