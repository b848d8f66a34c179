"""The page of a request: what it would change, how far it has come, and what may be done with it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from toolgroups_admin.engine import InvalidDocument

from ..approving import approve, cancel
from ..asking import rebuild
from ..candidates import EMPTY, Candidate, contents, live_contents
from ..carrying_out import carry_out_or_say_why
from ..errors import ReleaseRefused
from ..gates import judged
from ..models import PublishRequest
from ..requested import candidate_of, is_due, stage_of
from .going_live_form import CommentForm
from .pages import faults_in_words, page
from .people import person
from .refusals import why_refused
from .shown_lint import read_in, shown_lint

Answers = Mapping[str, Any]
Deed = Callable[[HttpRequest, PublishRequest, Answers], None]


def asked_for(request: HttpRequest, asked: PublishRequest) -> HttpResponse:
    """Says that nothing is live yet, and shows the request."""
    messages.success(request, _("Asked for. Nothing is live yet: it %(stage)s.") % {"stage": stage_of(asked).label})
    return redirect("admin:releases_publishrequest_change", asked.pk)


def request_page(site: AdminSite, request: HttpRequest, asked: PublishRequest, *, may_publish: bool) -> HttpResponse:
    """Shows a request, and does with it what somebody who may publish wants."""
    if request.method != "POST":
        return _show(site, request, asked, may_publish=may_publish)
    form, deed = CommentForm(request.POST), DEEDS.get(request.POST.get("deed", ""))
    if deed is None:
        raise BadRequest("this cannot be done with a request")
    if not form.is_valid():
        return _show(site, request, asked, may_publish=may_publish, form=form)
    comment = form.cleaned_data["comment"]
    try:
        deed(request, asked, form.cleaned_data)
    except ReleaseRefused as refused:
        return _show(site, request, asked, may_publish=may_publish, comment=comment, refusal=why_refused(refused))
    except InvalidDocument as invalid:
        faults = faults_in_words(invalid, candidate_of(asked))
        return _show(site, request, asked, may_publish=may_publish, comment=comment, faults=faults)
    return redirect("admin:releases_publishrequest_change", asked.pk)


def _approve(request: HttpRequest, asked: PublishRequest, answers: Answers) -> None:
    digest, base, comment = request.POST.get("digest", ""), answers["expected"], answers["comment"]
    approved = approve(asked, by=person(request), digest=digest, base=base, comment=comment)
    if is_due(approved):
        _carry_out(request, approved, answers)
    else:
        messages.success(request, _("Approved. It goes live at its time."))


def _carry_out(request: HttpRequest, asked: PublishRequest, answers: Answers) -> None:
    if carry_out_or_say_why(asked, by=person(request)):
        messages.success(request, _("It is live in %(environment)s.") % {"environment": asked.environment})


def _cancel(request: HttpRequest, asked: PublishRequest, answers: Answers) -> None:
    cancel(asked, by=person(request), comment=answers["comment"])
    messages.success(request, _("Cancelled. It never goes live."))


def _rebuild(request: HttpRequest, asked: PublishRequest, answers: Answers) -> None:
    rebuild(asked, by=person(request), comment=answers["comment"], read=read_in(request))
    messages.success(request, _("Built anew on top of what is live now."))


DEEDS: dict[str, Deed] = {"approve": _approve, "again": _carry_out, "cancel": _cancel, "rebuild": _rebuild}


def _show(
    site: AdminSite,
    request: HttpRequest,
    asked: PublishRequest,
    *,
    may_publish: bool,
    form: CommentForm | None = None,
    comment: str = "",
    refusal: str = "",
    faults: list[str] | None = None,
) -> HttpResponse:
    asked = PublishRequest.objects.select_related(
        "environment__release", "release", "by", "approved_by", "publication__release", "publication__previous"
    ).get(pk=asked.pk)
    before, after = _both(asked)
    is_open = asked.state == PublishRequest.State.OPEN
    lint = shown_lint(request, before, after) if is_open else None
    return page(
        site,
        request,
        "releases/request.html",
        title=_("Request %(number)d for %(environment)s") % {"number": asked.pk, "environment": asked.environment},
        asked=asked,
        target=asked.environment,
        stage=stage_of(asked),
        steps=asked.steps.select_related("by"),
        is_open=is_open,
        is_due=is_due(asked),
        is_own=asked.by_id == person(request).pk,
        may_publish=may_publish,
        judged=judged(asked.environment, after) if is_open else None,
        lint=lint,
        before=before,
        after=after,
        form=form or CommentForm(initial={"comment": comment, "expected": asked.base}),
        refusal=refusal,
        faults=faults or (lint.faults if lint else []),
    )


def _both(asked: PublishRequest) -> tuple[Candidate, Candidate]:
    """What was changed when it went live, or what it would change now."""
    if asked.publication is None:
        return live_contents(asked.environment), candidate_of(asked)
    previous = asked.publication.previous
    if asked.publication.release.cleared_at or (previous and previous.cleared_at):
        return EMPTY, EMPTY  # what was changed cannot be told any more
    return contents(previous) if previous else EMPTY, contents(asked.publication.release)
