"""The page on which a tool is tried."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.linked_pages import LinkedPage
from toolgroups_admin.catalog.models import CatalogObject, Tool
from toolgroups_admin.execution import ToolCallsFailed
from toolgroups_admin.releases.permitting import Refused

from .models import ToolCall
from .try_form import TryForm
from .trying import Tried, shown_call, try_tool


@admin.site.admin_view
@permission_required(["traffic.try_tool", "catalog.view_tool"], raise_exception=True)
def try_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a tool's arguments, and what came of the call; of a tool that the caller runs, the call alone."""
    tool = get_object_or_404(Tool, pk=pk)
    form = TryForm(tool, request.POST or None)
    runs_here = tool.executor["kind"] != "client"
    tried: Tried | None = None
    if request.method == "POST" and form.is_valid():
        tried = _tried(request, form) if runs_here else shown_call(tool, form.arguments)
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Try “%(tool)s”") % {"tool": tool},
        "opts": tool._meta,
        "original": tool,
        "form": form,
        "runs_here": runs_here,
        "tried": tried,
        "outcome": ToolCall.Outcome(tried.result.outcome).label if tried else "",
    }
    return render(request, "traffic/try.html", context)


def link_to_trying(row: CatalogObject) -> LinkedPage:
    """Where a tool's page leads to trying it."""
    return LinkedPage(_("Try this tool"), reverse("traffic:try", args=[row.pk]))


def _tried(request: HttpRequest, form: TryForm) -> Tried | None:
    assert isinstance(request.user, User)
    cleaned = form.cleaned_data
    try:
        return try_tool(
            form.tool,
            cleaned["environment"],
            form.arguments,
            prompt=cleaned["prompt"],
            tool_context=cleaned["tool_context"],
            by=request.user,
        )
    except Refused:
        form.add_error(
            "environment", _("Its connections or this tool context cannot be read. An administrator can say why.")
        )
    except ToolCallsFailed as failed:
        form.add_error(None, _("The tool failed on this machine: %(error)s") % {"error": failed.failures[0].text})
    return None
