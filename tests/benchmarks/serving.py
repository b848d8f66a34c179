"""What the endpoint's benchmark serves: the front, the view and an empty view of Django, in one process."""

import gc
import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")
settings.ROOT_URLCONF = __name__
settings.MIDDLEWARE = []  # the empty view is to be as cheap as Django can be
django.setup()

from tests.benchmarks.engine import bench  # noqa: E402  (needs Django's apps from here on)
from toolgroups_admin.api.front import with_front  # noqa: E402
from toolgroups_admin.api.views import ResolveView  # noqa: E402
from toolgroups_admin.releases.keys import digest_of  # noqa: E402
from toolgroups_admin.releases.live import LiveKey, LiveRelease, State  # noqa: E402

TOKEN = "tga_production_" + "t" * 43


def current() -> State:
    """A state without a database: one release of 1,000 groups and one key."""
    return STATE


@csrf_exempt
def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"{}")


CATALOG = bench(1_000, messages=1).catalog
STATE = State(
    releases={"production": LiveRelease("production", 1, CATALOG.digest, CATALOG)},
    keys={digest_of(TOKEN): LiveKey(1, "bench", "production", frozenset({"resolve"}))},
    source="database",
)
urlpatterns = [path("empty", empty), path("view", ResolveView.as_view(current=current))]
application = with_front(get_wsgi_application(), current=current)
gc.freeze()  # as in production
