"""Says what will go wrong in a document that compiles."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from toolgroups_admin.catalog.documents import draft_document
from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.catalog.lint_evidence import lint_evidence
from toolgroups_admin.catalog.lint_report import counts_of, headline, report_json, report_lines
from toolgroups_admin.catalog.linting import lint_document
from toolgroups_admin.catalog.reading_documents import UnusableDocument, used_file
from toolgroups_admin.engine import Finding, InvalidDocument


class Command(BaseCommand):
    """`manage.py lint [--document FILE] [--format text|json]`: exit status 1 on errors, 2 when it does not compile."""

    help = "Prints what will go wrong in the draft, or in a document, with why and a remedy."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--document", type=Path, metavar="FILE", help="the document to look at; default: the draft")
        parser.add_argument("--format", default="text", choices=["text", "json"], help="how to print it")

    def handle(self, *, document: Path | None, format: str, **options: Any) -> None:
        try:
            findings = _in_draft() if document is None else _in_file(document)
        except UnusableDocument as unusable:
            self._refuse(unusable.faults, format)
            raise CommandError(str(unusable), returncode=2) from unusable
        except InvalidDocument as invalid:
            self._refuse([str(fault) for fault in invalid.faults], format)
            raise CommandError("the draft does not compile", returncode=2) from invalid
        self._print(findings, format)
        if counts_of(findings)["error"]:
            raise CommandError(headline(findings), returncode=1)

    def _refuse(self, faults: Sequence[str], format: str) -> None:
        self.stdout.write(_json({"faults": faults}) if format == "json" else "\n".join(faults))

    def _print(self, findings: Sequence[Finding], format: str) -> None:
        self.stdout.write(_json(report_json(findings)) if format == "json" else "\n".join(report_lines(findings)))


def _in_draft() -> Sequence[Finding]:
    evidence, functions = lint_evidence(), configured_functions()
    return lint_document(draft_document(), now=timezone.now(), evidence=evidence, functions=functions)


def _in_file(file: Path) -> Sequence[Finding]:
    return used_file(file, lambda document: lint_document(document, now=timezone.now()))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
