"""Addresses of the API, and of the process's health."""

from django.urls import path

from .health import healthz, readyz
from .resolving import PATH
from .views import DocsView, ResolveView, SchemaView

app_name = "api"
urlpatterns = [
    path(PATH.removeprefix("/"), ResolveView.as_view(), name="resolve"),
    path("api/v1/schema/", SchemaView.as_view(), name="schema"),
    path("api/v1/docs/", DocsView.as_view(), name="docs"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
