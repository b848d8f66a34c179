"""A batch from its file to its result."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ..batch_models import Batch
from ..choosing import prompt_choices
from ..models import Scenario
from ..sources import DoesNotCompile, compiled
from ..typed import DRAFT
from .faults import BadFile
from .forms import StartForm, UploadForm
from .guarding import for_those_who, found, person
from .packing import unpacked
from .progress import progress
from .receiving import receive, receive_scenarios
from .result_views import result_page
from .starting import NotReady, cancel, start
from .uploading import was_too_large

SAMPLES = 3


@for_those_who("add", "view")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Takes a file in, or the scenarios, and goes on to the columns."""
    if request.method != "POST":
        return _upload_page(request, UploadForm())
    if "scenarios" in request.POST:
        return _taken_in(request, UploadForm())
    form = UploadForm(request.POST, request.FILES, too_large=was_too_large(request))
    return _taken_in(request, form) if form.is_valid() else _upload_page(request, form)


@for_those_who("view")
@require_GET
def show(request: HttpRequest, batch_id: UUID) -> HttpResponse:
    """What is next for a batch: its columns to be confirmed, its progress, or its result."""
    batch = found(batch_id)
    if batch.state == Batch.State.READY:
        return _columns_page(request, batch, StartForm(batch, initial={"source": DRAFT, "prompt": _only_prompt()}))
    if batch.is_running:
        return _page(request, "dryrun/batches/running.html", batch, {"progress": progress(batch)})
    return _page(request, "dryrun/batches/result.html", batch, result_page(request, batch))


@for_those_who("add", "view")
@require_POST
def start_batch(request: HttpRequest, batch_id: UUID) -> HttpResponse:
    """Starts a batch as its columns were confirmed."""
    batch = found(batch_id)
    form = StartForm(batch, request.POST)
    if not form.is_valid():
        return _columns_page(request, batch, form)
    try:
        start(batch, mapping=form.mapping, prompt=form.cleaned_data["prompt"], against=form.against)
    except NotReady:
        messages.info(request, _("It was started already."))
    return redirect("dryrun:batches:batch", batch_id=batch.pk)


@for_those_who("add", "view")
@require_POST
def cancel_batch(request: HttpRequest, batch_id: UUID) -> HttpResponse:
    """Ends a batch where it is."""
    if cancel(found(batch_id)):
        messages.success(request, _("Cancelled. What was done until then is kept."))
    return redirect("dryrun:batches:batch", batch_id=batch_id)


@for_those_who("view")
@require_GET
def progress_of(request: HttpRequest, batch_id: UUID) -> HttpResponse:
    """How far it is, for HTMX; when it has ended the page is loaded anew."""
    batch = found(batch_id)
    if not batch.is_running:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "dryrun/batches/progress.html", {"batch": batch, "progress": progress(batch)})


def _taken_in(request: HttpRequest, form: UploadForm) -> HttpResponse:
    by = person(request)
    try:
        if form.is_bound:
            file, encoding = form.cleaned_data["file"], form.cleaned_data["encoding"]
            batch = receive(file, name=file.name, by=by, encoding=encoding)
        else:
            batch = receive_scenarios(name=_("All scenarios"), by=by)
    except BadFile as bad:
        form.full_clean()
        if form.is_bound:
            form.add_error("file", bad.words)
        else:
            messages.error(request, bad.words)
        return _upload_page(request, form)
    return redirect("dryrun:batches:batch", batch_id=batch.pk)


def _upload_page(request: HttpRequest, form: UploadForm) -> HttpResponse:
    facts = {"form": form, "scenarios": Scenario.objects.count(), "most_bytes": settings.BATCH_MOST_BYTES}
    return _page(request, "dryrun/batches/new.html", None, {**facts, "most_lines": f"{settings.BATCH_MOST_LINES:,}"})


def _columns_page(request: HttpRequest, batch: Batch, form: StartForm) -> HttpResponse:
    first = batch.chunks.order_by("number").first()
    rows = [cells for _number, cells in unpacked(first.rows)[:SAMPLES]] if first else []
    columns = [
        (field, [row[place] for row in rows if row and place < len(row)]) for place, field in enumerate(form.columns())
    ]
    facts = {"form": form, "columns": columns, "prompts": _prompts(), "may_start": _may_start(request)}
    return _page(request, "dryrun/batches/columns.html", batch, facts)


def _prompts() -> list[tuple[str, str]]:
    try:
        return prompt_choices(compiled(DRAFT), "")
    except DoesNotCompile:
        return []


def _only_prompt() -> str:
    names = [name for name, _label in _prompts()]
    return names[0] if len(names) == 1 else ""


def _may_start(request: HttpRequest) -> bool:
    return request.user.has_perm("dryrun.add_batch")


def _page(request: HttpRequest, template: str, batch: Batch | None, facts: dict[str, Any]) -> HttpResponse:
    title = batch.name if batch else _("Run a batch")
    context = {**admin.site.each_context(request), "title": title, "batch": batch, "opts": Batch._meta, **facts}
    return render(request, template, {**context, "may_start": _may_start(request)})
