"""Checks the scenarios, for CI."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from toolgroups_admin.catalog.gone_readers import until_the_reader_goes
from toolgroups_admin.catalog.reading_documents import UnusableDocument, used_file
from toolgroups_admin.dryrun.checking import Checked, check_all
from toolgroups_admin.dryrun.scenario_documents import faults_in, scenario_of
from toolgroups_admin.dryrun.scenario_reports import FORMATS, headline, report
from toolgroups_admin.dryrun.scenarios import written_scenarios
from toolgroups_admin.dryrun.sources import ENVIRONMENT, Compiled, DoesNotCompile, UnknownSource, compiled
from toolgroups_admin.dryrun.typed import DRAFT
from toolgroups_admin.engine import InvalidDocument, compile_catalog


class Command(BaseCommand):
    """`manage.py check_scenarios [--document FILE | --source draft|ENVIRONMENT] [--format text|json|junit]`.

    Exit status 1 when a scenario fails, 2 when there is nothing to check them against.
    """

    help = "Checks all scenarios against the draft, against what is live in an environment, or those of a document."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        against = parser.add_mutually_exclusive_group()
        against.add_argument("--document", type=Path, metavar="FILE", help="check a document by its own scenarios")
        against.add_argument("--source", default=DRAFT, metavar="NAME", help="draft (the default) or an environment")
        parser.add_argument("--format", default="text", choices=FORMATS, help="how to print the results")

    def handle(self, *, document: Path | None, source: str, format: str, **options: Any) -> None:
        with override("en"):  # as all that commands print
            results = self._of_file(document) if document else self._of_source(source)
        with until_the_reader_goes():
            self.stdout.write(report(results, format, source=str(document or source)))
        if not all(result.passed for result in results):
            raise CommandError(headline(results), returncode=1)

    def _of_file(self, file: Path) -> Sequence[Checked]:
        try:
            return used_file(file, _checked)
        except UnusableDocument as unusable:
            self.stderr.write("\n".join(unusable.faults))
            raise CommandError(str(unusable), returncode=2) from unusable

    def _of_source(self, source: str) -> Sequence[Checked]:
        try:
            against = compiled(source if source == DRAFT else f"{ENVIRONMENT}:{source}")
        except UnknownSource as unknown:
            words = f"There is no environment {source!r}, or nothing is published there."
            raise CommandError(words, returncode=2) from unknown
        except DoesNotCompile as broken:
            self.stderr.write("\n".join(str(fault) for fault in broken.faults))
            raise CommandError(f"{source} does not compile", returncode=2) from broken
        return check_all(written_scenarios(), against)


def _checked(document: Any) -> Sequence[Checked]:
    """The results of a document's own scenarios; raises InvalidDocument."""
    catalog = compile_catalog(document)
    entries = document.get("scenarios", ())
    if faults := faults_in(entries):
        raise InvalidDocument(faults)
    return check_all([scenario_of(entry) for entry in entries], Compiled(document, catalog))
