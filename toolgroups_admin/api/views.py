"""The API's views: the resolve endpoint within Django, its description, and the page that shows it."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from toolgroups_admin.releases import live

from . import dry_running
from .describing import DRY_RUN, RESOLVE, TOOL_CALLS
from .refusing import as_response
from .resolving import CurrentState, respond
from .tool_calling import wrong_process

DOCS_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    )
)


class ResolveView(APIView):
    """Answers with what the front answers, for whoever comes through Django: schema, Swagger, test client."""

    current: CurrentState = staticmethod(live.current)
    http_method_names = ["post"]

    @extend_schema(**RESOLVE)
    def post(self, request: Request) -> HttpResponse:
        return as_response(respond({"wsgi.input": request, **request.META}, current=self.current))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is judged here: key, types and sizes are the function's to judge, as they are for the front."""


class DryRunView(APIView):
    """Tries chats against the draft or a release, for programs."""

    current: CurrentState = staticmethod(live.current)
    http_method_names = ["post"]

    @extend_schema(**DRY_RUN)
    def post(self, request: Request) -> HttpResponse:
        return as_response(dry_running.respond({"wsgi.input": request, **request.META}, current=self.current))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is judged here: as with resolving, all is the function's to judge."""


class ToolCallsView(APIView):
    """What the process that serves pages answers to those who want tools called; the other one has its front for it."""

    http_method_names = ["post"]

    @extend_schema(**TOOL_CALLS)
    def post(self, request: Request) -> HttpResponse:
        raise wrong_process()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is judged here."""


class SchemaView(SpectacularJSONAPIView):
    """The API's description in OpenAPI 3.1."""

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version; what an address asks for would stand in a header as it came."""


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI, served from here, without inline scripts or styles."""

    template_name = "api/docs.html"
    url_name = "api:schema"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = DOCS_POLICY
        return response
