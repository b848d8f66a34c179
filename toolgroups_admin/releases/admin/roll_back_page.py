"""The page that points an environment at an earlier release."""

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from toolgroups_admin.engine import InvalidDocument

from ..candidates import contents, live_contents
from ..comparing import changes_from
from ..errors import ReleaseRefused
from ..models import Environment, Release
from ..rolling_back import roll_back
from .pages import CommentForm, faults_in_words, page, person, why_refused

TEMPLATE = "releases/roll_back.html"


def roll_back_page(site: AdminSite, request: HttpRequest, environment: Environment, to: Release) -> HttpResponse:
    """Shows what rolling back changes, and does it when asked to."""
    if request.method != "POST":
        return _show(site, request, environment, to)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _show(site, request, environment, to, form=form)
    comment, expected = form.cleaned_data["comment"], form.cleaned_data["expected"]
    try:
        roll_back(environment, to=to, by=person(request), comment=comment, expected=expected)
    except ReleaseRefused as refused:
        return _show(site, request, environment, to, comment=comment, refusal=why_refused(refused))
    except InvalidDocument as invalid:
        return _show(site, request, environment, to, form=form, faults=faults_in_words(invalid, contents(to)))
    words = {"number": to.number, "environment": environment}
    messages.success(request, _("%(environment)s is back at release %(number)s.") % words)
    return redirect("admin:releases_release_change", to.pk)


def _show(
    site: AdminSite,
    request: HttpRequest,
    environment: Environment,
    to: Release,
    *,
    form: CommentForm | None = None,
    comment: str = "",
    refusal: str = "",
    faults: list[str] | None = None,
) -> HttpResponse:
    environment.refresh_from_db()
    expected = environment.release.number if environment.release else 0
    return page(
        site,
        request,
        TEMPLATE,
        title=_("Roll %(environment)s back to release %(number)s") % {"environment": environment, "number": to.number},
        target=environment,
        to=to,
        changes=changes_from(live_contents(environment), contents(to)),
        form=form or CommentForm(initial={"comment": comment, "expected": expected}),
        refusal=refusal,
        faults=faults or [],
    )
