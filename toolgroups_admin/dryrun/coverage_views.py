"""What scenarios cover, on pages: all groups, and one group with the parts of its rule."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from toolgroups_admin.catalog.linked_pages import LinkedPage
from toolgroups_admin.catalog.models import CatalogObject

from .addresses import addresses_of
from .choosing import source_choices
from .covering import group_coverage, node_coverage, prompts_with
from .models import Scenario
from .scenarios import written_scenarios
from .sources import Compiled, DoesNotCompile, UnknownSource, compiled
from .typed import DRAFT

GROUPS_A_PAGE = 100
may_see = permission_required("dryrun.view_scenario", raise_exception=True)


@admin.site.admin_view
@may_see
@require_GET
def groups(request: HttpRequest) -> HttpResponse:
    """Every group with how many scenarios say that it hits and that it misses."""
    source, found = _source(request)
    covered = group_coverage(found.document, written_scenarios()) if found else []
    page = Paginator(covered, GROUPS_A_PAGE).get_page(request.GET.get("p"))
    facts = {"page": page, "number": len(covered), "covered": sum(group.is_covered for group in covered)}
    return _page(request, "dryrun/coverage.html", _("What scenarios cover"), source, found, facts)


@admin.site.admin_view
@may_see
@require_GET
def group(request: HttpRequest, name: str) -> HttpResponse:
    """One group: the scenarios about it, and which parts of its rule were ever true and ever false."""
    source, found = _source(request)
    if found and name not in {each["name"] for each in found.document.get("groups", ())}:
        raise Http404
    facts = _facts(request, found, name) if found else {}
    title = _("What scenarios cover of “%(group)s”") % {"group": name}
    return _page(request, "dryrun/group_coverage.html", title, source, found, {"name": name, **facts})


def link_to_coverage(row: CatalogObject) -> LinkedPage:
    """Where a group's page leads to what scenarios cover of it."""
    return LinkedPage(_("What scenarios cover of it"), reverse("dryrun:group_coverage", args=[row.identity]))


def _facts(request: HttpRequest, found: Compiled, name: str) -> dict[str, Any]:
    scenarios = written_scenarios(sorted(prompts_with(found.document, name)))
    nodes, not_tried = node_coverage(found, name, scenarios)
    keys = dict(Scenario.objects.values_list("name", "pk"))
    about = {
        heading: [(each.name, keys.get(each.name)) for each in scenarios if name in getattr(each.expect, heading)]
        for heading in ("hits", "misses")
    }
    address = addresses_of("groups", [name], request.user).get(name)  # type: ignore[arg-type]
    return {"nodes": nodes, "not_tried": not_tried, "about": about, "number": len(scenarios), "address": address}


def _source(request: HttpRequest) -> tuple[str, Compiled | None]:
    source = request.GET.get("source", DRAFT)
    try:
        return source, compiled(source)
    except (UnknownSource, DoesNotCompile):
        return source, None


def _page(
    request: HttpRequest, template: str, title: str, source: str, found: Compiled | None, facts: dict[str, Any]
) -> HttpResponse:
    head = {"title": title, "source": source, "sources": source_choices(source), "opts": Scenario._meta}
    own = {"obstacle": found is None, "of_source": urlencode({"source": source}), **facts}
    return render(request, template, {**admin.site.each_context(request), **head, **own})
