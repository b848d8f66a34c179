"""The pages that choose what to roll back to, and what to promote."""

from django.contrib.admin import AdminSite
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ..models import Environment
from ..promoting import promotable_to
from ..rolling_back import releases_of
from .pages import page

PER_PAGE = 50


def choose_release(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Lists the releases that were live in the environment before."""
    releases = Paginator(releases_of(environment), PER_PAGE).get_page(request.GET.get("p"))
    return page(
        site,
        request,
        "releases/choose_release.html",
        title=_("Roll back %(environment)s") % {"environment": environment},
        target=environment,
        releases=releases,
    )


def choose_promotion(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Lists the releases that are live in other environments."""
    return page(
        site,
        request,
        "releases/choose_promotion.html",
        title=_("Promote to %(environment)s") % {"environment": environment},
        target=environment,
        releases=promotable_to(environment),
    )
