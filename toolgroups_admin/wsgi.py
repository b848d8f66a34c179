"""What a WSGI server serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")

application = get_wsgi_application()
