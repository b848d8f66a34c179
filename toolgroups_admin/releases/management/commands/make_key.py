"""`manage.py make_key ENVIRONMENT NAME --scope SCOPE …`: makes an API key and prints its token once."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ...keys import SCOPES, make_key
from ...models import Environment


class Command(BaseCommand):
    """Makes an API key and prints its token, which is shown only now."""

    help = "Makes an API key and prints its token, which is shown only now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("environment", help="the name of the environment, such as production")
        parser.add_argument("name", help="which program uses the key")
        parser.add_argument("--scope", action="append", choices=list(SCOPES), help="may be repeated; default: resolve")
        parser.add_argument("--prompt", action="append", help="limits the key to this prompt; may be repeated")
        parser.add_argument("--days", type=int, help="the key expires after so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        environment = Environment.objects.filter(name=options["environment"]).first()
        if environment is None:
            names = ", ".join(Environment.objects.values_list("name", flat=True))
            raise CommandError(f"There is no environment {options['environment']!r}. There are: {names}.")
        key, token = make_key(
            environment,
            name=options["name"],
            scopes=options["scope"] or ["resolve"],
            by=None,
            prompts=options["prompt"],
            expires_at=timezone.now() + timedelta(days=options["days"]) if options["days"] else None,
        )
        self.stderr.write(f"Key {key.name!r} for {environment.name}, scopes: {', '.join(key.scopes)}. Shown only now:")
        self.stdout.write(token)
