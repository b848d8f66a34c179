"""`manage.py rotate_secrets`: encrypts every secret anew with the first key of `SECRETS_KEYS`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ...renewing import renew_all


class Command(BaseCommand):
    """Encrypts every secret in the database anew with the first key of SECRETS_KEYS."""

    help = "Encrypts every secret in the database anew with the first key of SECRETS_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        renewed = renew_all()
        self.stdout.write(f"{renewed.number} secrets are encrypted with the first key of SECRETS_KEYS.")
        for unreadable in renewed.unreadable:
            self.stderr.write(str(unreadable))
        if renewed.unreadable:
            raise CommandError(f"{len(renewed.unreadable)} could not be read and stay as they are.")
