"""The dry runs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DryRunConfig(AppConfig):
    name = "toolgroups_admin.dryrun"
    verbose_name = _("Dry run")

    def ready(self) -> None:
        """Has exports carry scenarios, and publishing ask them."""
        from toolgroups_admin.catalog.scenarios import ScenarioStore, register_scenario_store
        from toolgroups_admin.releases.gates import register_gate

        from .gating import broken_scenarios
        from .scenario_documents import faults_in
        from .scenarios import exported, take

        register_scenario_store(ScenarioStore(exported, faults_in, take))
        register_gate(broken_scenarios)
