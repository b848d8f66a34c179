"""`manage.py serve [--without-tasks]`: pages, the API and one worker for tasks, until it is told to end."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ...serving import is_free, serve, tasks, waiting, web


class Command(BaseCommand):
    """Serves pages, the API and tasks, until it is told to end."""

    help = "Serves pages, the API and tasks at BIND and PORT, until it is told to end."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--without-tasks", action="store_true", help="when another machine runs the worker for tasks"
        )

    def handle(self, *, without_tasks: bool, **options: Any) -> None:
        parts = [
            web(
                bind=settings.BIND,
                port=settings.PORT,
                processes=settings.WEB_PROCESSES,
                threads=settings.WEB_THREADS,
            )
        ]
        ports = {"PORT": settings.PORT}
        if settings.ASGI_PORT:
            asgi = waiting(bind=settings.BIND, port=settings.ASGI_PORT, processes=settings.ASGI_PROCESSES)
            parts.append(asgi)
            ports["ASGI_PORT"] = settings.ASGI_PORT
        if not without_tasks:
            parts.append(tasks())
        for name, port in ports.items():
            if not is_free(settings.BIND, port):
                raise CommandError(f"{settings.BIND}:{port} is taken or not of this machine; set {name} or BIND.")
        self.stdout.write(f"Serving at {settings.BIND}:{settings.PORT}. Ctrl-C ends it.")
        self.stdout.flush()
        sys.exit(serve(parts, self.stderr.write))
