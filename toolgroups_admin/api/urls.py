"""Addresses of the API, and of the process's health."""

from django.urls import path

from .dry_running import PATH as DRY_RUN_PATH
from .health import healthz, readyz
from .resolving import PATH
from .tool_calling import PATH as TOOL_CALLS_PATH
from .views import DocsView, DryRunView, ResolveView, SchemaView, ToolCallsView

app_name = "api"
urlpatterns = [
    path(PATH.removeprefix("/"), ResolveView.as_view(), name="resolve"),
    path(DRY_RUN_PATH.removeprefix("/"), DryRunView.as_view(), name="dry-run"),
    path(TOOL_CALLS_PATH.removeprefix("/"), ToolCallsView.as_view(), name="tool-calls"),
    path("api/v1/schema/", SchemaView.as_view(), name="schema"),
    path("api/v1/docs/", DocsView.as_view(), name="docs"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
