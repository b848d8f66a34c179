"""What an ASGI server serves: what waits on others, with Django behind it."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")
django = get_asgi_application()

from toolgroups_admin.api.waiting_front import with_waiting_front  # noqa: E402  (needs Django's apps)
from toolgroups_admin.gateway.front import with_chat_front  # noqa: E402
from toolgroups_admin.releases import live  # noqa: E402
from toolgroups_admin.traffic.writing import WRITER  # noqa: E402

application = with_chat_front(with_waiting_front(django))
live.start()
WRITER.start()
gc.freeze()  # what was loaded lives as long as the process, so no collection need look at it
