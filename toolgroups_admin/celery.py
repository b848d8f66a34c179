"""The queue of tasks, and what runs by the clock: `celery -A toolgroups_admin.celery worker --beat`."""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")


def _every(seconds: float, task: str, *, soon: bool = False) -> dict[str, Any]:
    """An entry of the clock; what is due again soon is dropped once it has waited that long for a worker."""
    return {"task": f"toolgroups_admin.{task}", "schedule": seconds, "options": {"expires": seconds} if soon else {}}


app = Celery("toolgroups_admin")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "publish-due": _every(10.0, "releases.tasks.publish_due", soon=True),
    "deliver-notices": _every(5.0, "releases.tasks.deliver_due", soon=True),
    "clear-old-notices": _every(3600.0, "releases.tasks.clear_old_notices"),
    "clear-old-releases": _every(3600.0, "releases.tasks.clear_old"),
    "clear-old-tool-calls": _every(3600.0, "traffic.tasks.clear_old"),
    "clear-expired-dry-runs": _every(3600.0, "dryrun.tasks.clear_expired"),
    "sweep-batches": _every(15.0, "dryrun.tasks.sweep_batches", soon=True),
}
