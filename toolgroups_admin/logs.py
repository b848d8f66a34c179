"""What is written to the standard error of each process: warnings, calls of tools, and every error with its traceback.

Refusals are no news: answers of the kind 4xx are not written, only what the server itself did wrong.
"""

from typing import Any, Final

LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},
        "toolgroups_admin.traffic.recording": {"level": "INFO"},  # one line for each call of a tool
    },
}
