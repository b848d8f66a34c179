"""Says everything that is wrong with a document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from toolgroups_admin.catalog.gone_readers import until_the_reader_goes
from toolgroups_admin.catalog.reading_documents import UnusableDocument, compiled_file


class Command(BaseCommand):
    """`manage.py check_document FILE`: a line a fault, exit status 2 when there are any."""

    help = "Prints every fault of a document with its JSON path, and nothing when there is none."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the document to check")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            compiled_file(file)
        except UnusableDocument as unusable:
            with until_the_reader_goes():
                self.stdout.write("\n".join(unusable.faults))
            raise CommandError(str(unusable), returncode=2) from unusable
