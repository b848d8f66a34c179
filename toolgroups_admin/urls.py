"""Addresses: the admin, the API, and the language switch."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from . import celery as celery  # so that pages ask the workers of this queue

handler400 = "toolgroups_admin.api.refusing.bad_request"
handler404 = "toolgroups_admin.api.refusing.not_found"
handler500 = "toolgroups_admin.api.refusing.server_error"

urlpatterns = [
    path("admin/dryrun/", include("toolgroups_admin.dryrun.urls")),
    path("admin/traffic/", include("toolgroups_admin.traffic.urls")),
    path("admin/", include("toolgroups_admin.catalog.urls")),
    path(
        "admin/r/<path:object>", RedirectView.as_view()
    ),  # "on site" there is nothing; the admin's own breaks on UUIDs
    path("admin/", admin.site.urls),
    path("oidc/", include("toolgroups_admin.accounts.oidc.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("toolgroups_admin.api.urls")),
    path("", include("toolgroups_admin.gateway.urls")),
    path("", RedirectView.as_view(pattern_name="admin:index")),
]
