"""The page that publishes the draft to an environment."""

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from toolgroups_admin.engine import InvalidDocument

from ..candidates import draft, live_contents
from ..comparing import changes_from
from ..errors import ReleaseRefused
from ..gates import judged
from ..models import Environment
from ..publishing import publish
from .pages import CommentForm, faults_in_words, page, person, why_refused

TEMPLATE = "releases/publish.html"


def publish_page(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Shows what publishing changes, and publishes exactly that when asked to."""
    if request.method != "POST":
        return _show(site, request, environment)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _show(site, request, environment, form=form)
    try:
        release = publish(environment, by=person(request), **form.cleaned_data)
    except ReleaseRefused as refused:
        return _show(site, request, environment, comment=form.cleaned_data["comment"], refusal=why_refused(refused))
    except InvalidDocument as invalid:
        return _show(site, request, environment, form=form, faults=faults_in_words(invalid, draft()))
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
) -> HttpResponse:
    environment.refresh_from_db()
    candidate = draft()
    expected = environment.release.number if environment.release else 0
    return page(
        site,
        request,
        TEMPLATE,
        title=_("Publish to %(environment)s") % {"environment": environment},
        target=environment,
        judged=judged(environment, candidate),
        changes=changes_from(live_contents(environment), candidate),
        form=form or CommentForm(initial={"comment": comment, "expected": expected, "seen": candidate.digest}),
        refusal=refusal,
        faults=faults or [],
    )
