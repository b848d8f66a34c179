"""What a person fills in to try a tool."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from toolgroups_admin.catalog.inputs import JSONInput
from toolgroups_admin.catalog.models import Kind, Tool
from toolgroups_admin.releases.models import Environment, ToolContext

from .argument_parts import NAMED, part_of


class TryForm(forms.Form):
    """The arguments by the tool's schema and, for a tool that is called here, where, and what it is told beside them."""

    environment = forms.ChoiceField(
        label=gettext_lazy("Environment"),
        widget=UnfoldAdminSelectWidget(),
        help_text=gettext_lazy("Its connections are used: what is called there is called for real."),
    )
    prompt = forms.ChoiceField(
        label=gettext_lazy("Tool context of the prompt"), required=False, widget=UnfoldAdminSelectWidget()
    )
    tool_context = JSONInput(
        label=gettext_lazy("Further tool context"),
        required=False,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text=gettext_lazy("A JSON object of names and values; wins over that of the prompt."),
    )

    def __init__(self, tool: Tool, data: Any = None) -> None:
        super().__init__(data)
        self.tool = tool
        self.part = part_of(tool.parameters or {})
        if tool.executor["kind"] == "client":  # nothing is called, so it does not matter where and for whom
            self.fields = dict(self.part.fields())
            return
        environments = {each.name: str(each) for each in Environment.objects.all()}
        prompts = ToolContext.objects.order_by("prompt").values_list("prompt", flat=True).distinct()
        self.fields["environment"].choices = [*environments.items()]  # type: ignore[attr-defined]
        self.fields["prompt"].choices = [("", "–"), *((name, name) for name in prompts)]  # type: ignore[attr-defined]
        self.fields = {**dict(self.part.fields()), **self.fields}
        if tool.sensitive:
            self.fields["confirmed"] = forms.BooleanField(
                label=_("The tool is sensitive. I know what it does, and want it done."), widget=UnfoldBooleanWidget()
            )

    @property
    def own(self) -> list[forms.BoundField]:
        """The fields of the arguments."""
        return [self[name] for name in self.fields if name.startswith(NAMED)]

    @property
    def others(self) -> list[forms.BoundField]:
        """All other fields."""
        return [self[name] for name in self.fields if not name.startswith(NAMED)]

    def clean_environment(self) -> Environment:
        """One where this may be called: where two people publish, only what they have published."""
        environment = Environment.objects.get(name=self.cleaned_data["environment"])
        if environment.four_eyes and not _is_live(self.tool, environment):
            raise ValidationError(
                _("Two people publish there, so only what is live there may be called. Choose another environment."),
                code="not_live",
            )
        return environment

    def clean_tool_context(self) -> Mapping[str, Any]:
        """An object, or nothing."""
        typed = self.cleaned_data["tool_context"] or {}
        if not isinstance(typed, dict):
            raise ValidationError(_("This is no object. Write names and values in braces."), code="no_object")
        return typed

    @property
    def arguments(self) -> dict[str, Any]:
        """What was typed, without what was left empty."""
        arguments: dict[str, Any] = self.part.value(self.cleaned_data)
        return arguments


def _is_live(tool: Tool, environment: Environment) -> bool:
    if environment.release is None:
        return False
    return environment.release.fragments.filter(kind=Kind.TOOL, identity=tool.key, fragment=tool.digest).exists()
