"""What a WSGI server serves: the resolve endpoint's front, and Django behind it."""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")
django = get_wsgi_application()

from toolgroups_admin.api.front import with_front  # noqa: E402  (needs Django's apps)
from toolgroups_admin.releases import live  # noqa: E402
from toolgroups_admin.traffic.writing import WRITER  # noqa: E402

application = with_front(django)
sys.setswitchinterval(0.0005)  # a tenth of Python's own: for that long a request waits for the thread that compiles
live.start()
WRITER.start()
gc.freeze()  # what was loaded lives as long as the process, so no collection need look at it
