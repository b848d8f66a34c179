"""Resolves chat contexts from standard input against a document, with the interceptors of the settings."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from toolgroups_admin.catalog.gone_readers import until_the_reader_goes
from toolgroups_admin.catalog.reading_documents import UnusableDocument, compiled_file
from toolgroups_admin.catalog.resolving_lines import Resolving, answer_lines, bounded_lines
from toolgroups_admin.engine import FORMATS
from toolgroups_admin.releases.interceptors import configured_interceptors


class Command(BaseCommand):
    """`manage.py resolve --document FILE < contexts.jsonl > answers.jsonl`."""

    help = "Resolves chat contexts, one JSON object a line on standard input, to one answer a line."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--document", required=True, type=Path, metavar="FILE", help="the document to resolve against"
        )
        parser.add_argument(
            "--format",
            dest="target",
            default="openai",
            choices=FORMATS,
            help="the provider whose tool format is wanted",
        )
        parser.add_argument("--explain", action="store_true", help="add to each answer why each group hit or missed")

    def handle(self, *, document: Path, target: str, explain: bool, **options: Any) -> None:
        try:
            catalog = compiled_file(document)
        except UnusableDocument as unusable:
            self.stderr.write("\n".join(unusable.faults))
            raise CommandError(str(unusable), returncode=2) from unusable
        interceptors = configured_interceptors()
        resolving = Resolving(catalog=catalog, format=target, explain=explain, interceptors=interceptors)
        with until_the_reader_goes():
            for line in answer_lines(bounded_lines(sys.stdin.buffer), resolving):
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
