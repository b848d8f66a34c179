"""Takes a document into the draft: shows the plan, asks, then writes all of it or nothing."""  # noqa: N999 - the command is called so

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from toolgroups_admin.catalog.importing import ImportPlan, ImportRefused, Outcome, apply_import, plan_import
from toolgroups_admin.engine import InvalidDocument, MalformedJSON, decode_document


class Command(BaseCommand):
    """`manage.py import FILE [--dry-run] [--yes] [--overwrite] [--why TEXT]`."""

    help = "Takes a document into the draft: shows what would be created and changed, asks, then writes all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the document, as export writes it")
        parser.add_argument("--dry-run", action="store_true", help="show the plan only")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument("--overwrite", action="store_true", help="also undo changes made after the export")
        parser.add_argument("--why", default="", metavar="TEXT", help="the reason, kept in the history")

    def handle(
        self, *args: Any, file: Path, dry_run: bool, yes: bool, overwrite: bool, why: str, **options: Any
    ) -> None:
        plan = self._plan(file)
        self._show(plan)
        if dry_run or not (plan.scenarios or plan.of(Outcome.CREATE, Outcome.CHANGE, Outcome.CONFLICT)):
            return
        if not yes and input("Write this? [y/N] ").strip().lower() not in {"y", "yes"}:
            raise CommandError("Nothing was written.")
        try:
            changes = apply_import(plan, by=None, why=why, overwrite=overwrite)
        except ImportRefused as refused:
            raise CommandError(f"Nothing was written: {refused}.") from refused
        self.stdout.write(f"Wrote {len(changes)} changes.")

    def _plan(self, file: Path) -> ImportPlan:
        try:
            return plan_import(_read(file))
        except InvalidDocument as invalid:
            for fault in invalid.faults:
                self.stderr.write(str(fault))
            raise CommandError("Nothing was written: the document has faults.", returncode=2) from invalid

    def _show(self, plan: ImportPlan) -> None:
        for step in plan.of(Outcome.CREATE, Outcome.CHANGE, Outcome.CONFLICT):
            self.stdout.write(f"{step.outcome:9} {step.kind:6} {step.identity}")
        counts = ", ".join(f"{len(plan.of(outcome))} {outcome}" for outcome in Outcome)
        self.stdout.write(counts)
        if plan.scenarios:
            self.stdout.write(f"Scenarios: {len(plan.scenarios)}; those of the same name are overwritten")


def _read(file: Path) -> Any:
    try:
        return decode_document(file.read_bytes())
    except OSError as problem:
        raise CommandError(f"{file} cannot be read: {problem.strerror}.", returncode=2) from problem
    except MalformedJSON as problem:
        raise CommandError(f"{file} is no JSON: {problem}.", returncode=2) from problem
