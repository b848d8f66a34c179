"""The form of a scenario: one field for each thing that can be expected."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from toolgroups_admin.catalog.admin.forms import json_area
from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.catalog.fault_words import in_words
from toolgroups_admin.catalog.inputs import TagsInput
from toolgroups_admin.engine import Fault

from ..expectations import LISTS
from ..models import Scenario
from ..scenario_documents import scenario_faults

EXPECTED = (*LISTS, "no_other_tools", "tool_sources")
ARROW = "="
UNNAMED = "?"  # stands for a name whose own fault is shown already


def _lines(label: Any, help_text: Any) -> forms.CharField:
    widget = UnfoldAdminTextareaWidget({"rows": 3})
    return forms.CharField(label=label, required=False, widget=widget, help_text=help_text, strip=False)


class ScenarioForm(AnyModelForm):
    """A chat context as JSON, and what must be true of its answer."""

    hits = _lines(gettext_lazy("Groups that must hit"), gettext_lazy("One name a line."))
    misses = _lines(gettext_lazy("Groups that must miss"), gettext_lazy("One name a line."))
    tools = _lines(
        gettext_lazy("Tools that must be offered"), gettext_lazy("One a line, by the name that the model calls.")
    )
    no_other_tools = forms.BooleanField(
        label=gettext_lazy("And no other tools"), required=False, widget=UnfoldBooleanWidget
    )
    absent_tools = _lines(
        gettext_lazy("Tools that must not be offered"), gettext_lazy("One a line, by the name that the model calls.")
    )
    tool_sources = _lines(
        gettext_lazy("Where tools must come from"),
        gettext_lazy("One a line, as in name = group:name; in place of a group also prompt or request."),
    )
    system_prompt_has = _lines(
        gettext_lazy("Texts that must stand in the system prompt"), gettext_lazy("One a line, letter by letter.")
    )

    class Meta:
        model = Scenario
        fields = ("name", "context", "tags", "owner", "note")
        field_classes = {"tags": TagsInput}
        widgets = {"context": json_area(14), "tags": UnfoldAdminTextInputWidget}

    instance: Scenario

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, value in _as_typed(self.instance.expectations).items():
            self.initial.setdefault(name, value)

    def clean(self) -> Any:
        """Refuses, beside its field, what is wrong with context and expectations."""
        super().clean()
        expected, context = self._expected(), self.cleaned_data.get("context")
        if context is not None:
            own = {name: self.cleaned_data[name] for name in ("tags", "owner", "note") if name in self.cleaned_data}
            name = self.cleaned_data.get("name") or UNNAMED
            for fault in scenario_faults({"name": name, "context": context, "expect": expected, **own}):
                self._show(fault)
        self.instance.expectations = expected
        self.instance.prompt = context.get("prompt", "") if isinstance(context, dict) else ""
        return self.cleaned_data

    def _expected(self) -> dict[str, Any]:
        expected: dict[str, Any] = {name: lines for name in LISTS if (lines := self._lines(name))}
        if self.cleaned_data.get("no_other_tools"):
            expected["no_other_tools"] = True
        pairs = [line.partition(ARROW) for line in self._lines("tool_sources")]
        if pairs:
            expected["tool_sources"] = {tool.strip(): source.strip() for tool, _arrow, source in pairs}
        return expected

    def _lines(self, name: str) -> list[str]:
        lines = (self.cleaned_data.get(name) or "").splitlines()
        return [line if name == "system_prompt_has" else line.strip() for line in lines if line.strip()]

    def _show(self, fault: Fault) -> None:
        _root, _dot, way = fault.path.partition(".")
        member, _dot, inside = way.partition(".")
        place = inside.partition("[")[0] if member == "expect" else member
        if place in self.fields:
            self.add_error(place, ValidationError(in_words(fault, "" if member == "expect" else inside), fault.code))
        else:
            self.add_error(None, ValidationError(in_words(fault), fault.code))


def _as_typed(expectations: Mapping[str, Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {name: "\n".join(expectations.get(name, ())) for name in LISTS}
    sources = expectations.get("tool_sources", {})
    typed["tool_sources"] = "\n".join(f"{tool} {ARROW} {source}" for tool, source in sources.items())
    typed["no_other_tools"] = expectations.get("no_other_tools", False)
    return typed
