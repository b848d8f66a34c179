"""The dry runs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DryRunConfig(AppConfig):
    name = "toolgroups_admin.dryrun"
    verbose_name = _("Dry run")

    def ready(self) -> None:
        """Says who tries chats and keeps scenarios, which exports carry, publishing asks and lint learns from."""
        from toolgroups_admin.accounts.roles import EVERYTHING, Role, grant
        from toolgroups_admin.catalog.linked_pages import register_linked_page
        from toolgroups_admin.catalog.lint_evidence import register_lint_evidence
        from toolgroups_admin.catalog.models import Kind
        from toolgroups_admin.catalog.scenarios import ScenarioStore, register_scenario_store
        from toolgroups_admin.releases.gates import register_gate

        from .coverage_views import link_to_coverage
        from .gating import broken_scenarios
        from .keyword_shares import keyword_shares
        from .models import Batch, DryRun, Erasure, Scenario, ScenarioChange
        from .scenario_documents import faults_in
        from .scenarios import exported, take

        grant(("run", "view"), [DryRun], Role)
        grant(("add",), [DryRun], [Role.EDITOR, Role.PUBLISHER, Role.QA])
        grant(("delete",), [DryRun], [Role.QA])
        grant(("view",), [Batch, Scenario, ScenarioChange], Role)
        grant(("view",), [Erasure], [Role.QA, Role.AUDITOR, Role.ADMINISTRATOR])
        grant(("add",), [Erasure], [Role.QA, Role.ADMINISTRATOR])
        grant(("add",), [Batch], [Role.EDITOR, Role.PUBLISHER, Role.QA])
        grant(("delete",), [Batch], [Role.QA])
        grant(EVERYTHING, [Scenario], [Role.EDITOR, Role.QA])
        register_scenario_store(ScenarioStore(exported, faults_in, take))
        register_lint_evidence(keyword_shares)
        register_gate(broken_scenarios)
        register_linked_page(Kind.GROUP, link_to_coverage, permission="dryrun.view_scenario")
