"""The queue of tasks: `celery -A toolgroups_admin.celery worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")

app = Celery("toolgroups_admin")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
