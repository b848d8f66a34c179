"""Erases what is kept of an account."""

import sys
from argparse import ArgumentParser
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from toolgroups_admin.dryrun.erasing import Kept, erase, kept_of


class Command(BaseCommand):
    """`manage.py erase_account ID [--dry-run] [--yes]`."""

    help = "Says what is kept of an account, asks, then erases it: kept dry runs, scenarios, lines of batches."
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("account", metavar="ID", help="the account as it stands in chats")
        parser.add_argument("--dry-run", action="store_true", help="only say what is kept")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, account: str, dry_run: bool, yes: bool, **options: Any) -> None:
        kept = kept_of(account)
        self.stdout.write(f"Kept of this account: {counts(kept)}.")
        if dry_run or kept.is_nothing:
            return
        if not yes and self._answer("Erase all of it? [y/N] ", options.get("stdin") or sys.stdin) not in ("y", "yes"):
            raise CommandError("Nothing was erased.")
        self.stdout.write(f"Erased: {counts(erase(account, by=None))}.")

    def _answer(self, question: str, stdin: TextIO) -> str:
        self.stdout.write(question, ending="")
        self.stdout.flush()
        return stdin.readline().strip().lower()


def counts(kept: Kept) -> str:
    """How much, in words."""
    return (
        f"dry runs {kept.dry_runs}, scenarios {kept.scenarios}, entries of their history {kept.scenario_changes}, "
        f"lines of batches {kept.batch_lines}"
    )
