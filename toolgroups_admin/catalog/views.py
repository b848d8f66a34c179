"""The Problems page: what is wrong with the draft, object by object, and waiving what is meant."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from toolgroups_admin.accounts.models import User

from .admin.problem_choices import choices_of
from .admin.shown_problems import beside, count_of, grouped, shown_objects
from .mapping import MODEL_OF
from .models import Kind
from .owning import may_edit
from .problem_filters import Wanted
from .problems import Problem, draft_problems
from .waiver_form import WaiverForm
from .waiving import LONGEST_REASON, waive

OBJECTS_A_PAGE = 50
MOST_ROWS = 500
MOST_DIGITS = 18  # of a key that a database holds

View = Callable[[HttpRequest], HttpResponse]


def in_admin(view: View) -> View:
    """The view for those who are signed in to the admin."""
    return admin.site.admin_view(view)


@in_admin
@require_GET
def problems(request: HttpRequest) -> HttpResponse:
    """All problems of the draft that the person may see, narrowed as the query string says."""
    found = draft_problems()
    visible = _visible(found.all, _person(request))
    wanted = Wanted.of(request.GET.dict())
    page = Paginator(grouped(wanted.among(visible)), OBJECTS_A_PAGE).get_page(request.GET.get("page"))
    context: Mapping[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Problems"),
        "compiles": found.compiles,
        "choices": choices_of(visible, wanted),
        "wanted": wanted,
        "page": page,
        "objects": shown_objects(list(page.object_list), _person(request)),
        "longest_reason": LONGEST_REASON,
    }
    return render(request, "catalog/problems.html", context)


@in_admin
@require_GET
def counts(request: HttpRequest) -> HttpResponse:
    """How many problems the rows of a list have, for the places that the list left for that."""
    kind = _kind(request)
    model = MODEL_OF[kind]
    keys = [key for key in request.GET.getlist("pk") if key.isdecimal() and len(key) <= MOST_DIGITS][:MOST_ROWS]
    rows = model._default_manager.filter(pk__in=keys).values_list("pk", model.identity_field)
    known = draft_problems()
    counted = [count_of(kind, identity, key, known) for key, identity in rows]
    return render(request, "catalog/problem_counts.html", {"counts": counted})


@in_admin
@require_GET
def beside_fields(request: HttpRequest) -> HttpResponse:
    """What is wrong with one object, for the places that its form left for that."""
    kind, fields = _kind(request), request.GET.getlist("field")
    found = beside(kind, request.GET.get("object", ""), fields, draft_problems())
    return render(request, "catalog/problems_beside_fields.html", {"problems": found})


@in_admin
@require_POST
def waive_problem(request: HttpRequest) -> HttpResponse:
    """Waives one rule for one object, and goes back to the page as it was narrowed."""
    form = WaiverForm(request.POST)
    if form.is_valid():
        _waive(form.cleaned_data, _person(request))
        messages.success(request, _("“%(identity)s” waives this rule from now on.") % form.cleaned_data)
    else:
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    back = request.POST.get("back", "")
    return redirect(f"{reverse('catalog:problems')}?{back}" if back else "catalog:problems")


def _waive(asked: Mapping[str, Any], person: User) -> None:
    kind = Kind(asked["kind"])
    model = MODEL_OF[kind]
    if not person.has_perm(f"catalog.change_{model._meta.model_name}"):
        raise PermissionDenied
    row = model._default_manager.filter(**{model.identity_field: asked["identity"]}).first()
    if row is not None and not may_edit(person, row):
        raise PermissionDenied
    try:
        waive(kind, asked["identity"], asked["rule"], reason=asked["reason"], by=person)
    except ObjectDoesNotExist as missing:
        raise Http404 from missing


def _visible(problems: Sequence[Problem], person: User) -> list[Problem]:
    kinds = {kind for kind, model in MODEL_OF.items() if person.has_perm(f"catalog.view_{model._meta.model_name}")}
    if not kinds:
        raise PermissionDenied
    return [problem for problem in problems if problem.kind is None or problem.kind in kinds]


def _kind(request: HttpRequest) -> Kind:
    """The kind asked for, if there is such and the person may see it."""
    try:
        kind = Kind(request.GET.get("kind", ""))
    except ValueError as unknown:
        raise Http404 from unknown
    if not _person(request).has_perm(f"catalog.view_{MODEL_OF[kind]._meta.model_name}"):
        raise PermissionDenied
    return kind


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)
