"""Brings the draft's tools in step with the functions that are tools in code: shows the plan, writes it when told to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from toolgroups_admin.catalog.functions import configured_functions
from toolgroups_admin.catalog.importing import ImportRefused, Outcome
from toolgroups_admin.catalog.syncing import SyncPlan, apply_sync, plan_sync
from toolgroups_admin.engine import InvalidDocument


class Command(BaseCommand):
    """`manage.py sync_tools [--apply] [--keep-descriptions]`."""

    help = "Shows what differs between the tools in code and those of the draft, and with --apply writes it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--apply", action="store_true", help="write it; without this, only the plan is shown")
        parser.add_argument("--keep-descriptions", action="store_true", help="leave descriptions to the editors")

    def handle(self, *args: Any, apply: bool, keep_descriptions: bool, **options: Any) -> None:
        try:
            plan = plan_sync(configured_functions(), keep_descriptions=keep_descriptions)
        except InvalidDocument as invalid:
            for fault in invalid.faults:
                self.stderr.write(str(fault))
            raise CommandError("Nothing was written: the tools in code have faults.", returncode=2) from invalid
        self._show(plan)
        if plan.is_nothing or not apply:
            return
        try:
            changes = apply_sync(plan)
        except ImportRefused as refused:
            raise CommandError(f"Nothing was written: {refused}.") from refused
        self.stdout.write(f"Wrote {len(changes)} changes. Publish them to have them called.")

    def _show(self, plan: SyncPlan) -> None:
        for step in plan.plan.of(Outcome.CREATE):
            self.stdout.write(f"create    {step.identity}")
        for step in plan.plan.of(Outcome.CHANGE, Outcome.CONFLICT):
            self.stdout.write(f"change    {step.identity}: {', '.join(plan.differing[step.identity])}")
        for key in plan.taken:
            self.stdout.write(f"taken     {key}: a tool of this key is run otherwise; rename one of them")
        for key in plan.vanished:
            self.stdout.write(f"vanished  {key}: its function is not in the code; it stays until an editor deletes it")
        self.stdout.write(f"{len(plan.plan.of(Outcome.UNCHANGED))} unchanged")
