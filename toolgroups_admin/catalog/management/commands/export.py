"""Writes the draft and the scenarios as a document."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from toolgroups_admin.catalog.documents import exported_document


class Command(BaseCommand):
    """`manage.py export [--out FILE]`."""

    help = "Writes the draft and the scenarios as a document in canonical form, to the standard output or to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, metavar="FILE", help="where to write; default: the standard output")

    def handle(self, *args: Any, out: Path | None, **options: Any) -> None:
        text = json.dumps(exported_document(), ensure_ascii=False, indent=2) + "\n"
        if out is None:
            sys.stdout.write(text)
        else:
            out.write_text(text, encoding="utf-8")
            self.stderr.write(f"Wrote {out}.")
