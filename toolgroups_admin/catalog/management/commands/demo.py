"""Shows what the product does, on a document of a customer service."""

from typing import Any

from django.core.management.base import BaseCommand

from toolgroups_admin.catalog.demo import CONTEXTS, DOCUMENT
from toolgroups_admin.catalog.demo.report import demo_report
from toolgroups_admin.catalog.gone_readers import until_the_reader_goes
from toolgroups_admin.engine import decode_document


class Command(BaseCommand):
    """`manage.py demo`: each demo context with who hit, why the others missed, and the merged request."""

    help = "Resolves the demo contexts against the demo document and tells what came of each."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        document = decode_document(DOCUMENT.read_bytes())
        with until_the_reader_goes():
            for line in demo_report(document, CONTEXTS.read_bytes().splitlines(), self.style):
                self.stdout.write(line)
