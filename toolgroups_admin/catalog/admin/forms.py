"""The forms of the four kinds: compiled before they are accepted, refused when someone else saved meanwhile."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from ..candidates import candidate
from ..conflicts import Conflict, conflict_of
from ..fault_words import by_member
from ..fixing import why_fixed
from ..inputs import TagsInput, same_text, with_plain_line_ends
from ..linking import link, linked
from ..mapping import LINKS, SECTION_OF
from ..models import CatalogObject, Kind, MatcherRule, Prompt, Tool, ToolGroup
from ..probing import probe
from .chosen import Chosen
from .conflict_choices import BASE, Choice, choices_between, fragment_at, with_theirs
from .generics import AnyModelForm
from .reasons import reason_field
from .rule_input import RuleInput
from .schema_input import ExecutorInput, SchemaInput
from .tool_choice_input import ToolChoiceInput


def json_area(rows: int) -> UnfoldAdminTextareaWidget:
    """An area for JSON, in letters of one width."""
    return UnfoldAdminTextareaWidget(
        {"class": "json-text", "rows": rows, "spellcheck": "false", "autocapitalize": "off"}
    )


def text_area(rows: int) -> UnfoldAdminTextareaWidget:
    """An area for prose."""
    return UnfoldAdminTextareaWidget({"rows": rows})


_STAND_IN = "not-named-yet"

COLLEAGUES = {"tags": UnfoldAdminTextInputWidget, "waivers": json_area(3)}


class CatalogForm(AnyModelForm):
    """What the forms of all kinds have in common."""

    edited_version = forms.IntegerField(label=gettext_lazy("version"), required=False, widget=forms.HiddenInput)
    why = reason_field()

    class Meta:
        field_classes = {"tags": TagsInput}
        help_texts = {
            "tags": gettext_lazy("Separated by commas."),
            "waivers": gettext_lazy(
                "Checks that do not count here. Waive one on the page “Problems”, which writes it here."
            ),
        }

    instance: CatalogObject

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["edited_version"] = self.instance.version
        if self.instance.pk:
            lists = {links.member: linked(self.instance, links) for links in LINKS[self.instance.kind]}
            self.initial = {**lists, **self.initial}
        self.choices = self._choose()

    def clean(self) -> dict[str, Any]:
        super().clean()
        self._keep_untouched_texts()
        self._refuse_a_fixed_identity()
        self._refuse_what_is_not_chosen()
        self._refuse_a_conflict()
        self._refuse_what_does_not_compile()
        return self.cleaned_data

    def _save_m2m(self) -> None:
        super()._save_m2m()  # type: ignore[misc]
        for links in LINKS[self.instance.kind]:
            link(self.instance, links, self.cleaned_data[links.member])

    def _keep_untouched_texts(self) -> None:
        for name, typed in list(self.cleaned_data.items()):
            field = self.fields[name]
            if type(field) is not forms.CharField or name not in self.instance.columns:
                continue
            there = getattr(self.instance, name)
            same = same_text(field, there, typed) and self.instance.pk is not None
            self.cleaned_data[name] = there if same else typed and with_plain_line_ends(typed)

    def _refuse_a_fixed_identity(self) -> None:
        field = self.instance.identity_field
        typed = self.cleaned_data.get(field)
        if self.instance.pk and typed and typed != self.instance.identity and (why := why_fixed(self.instance)):
            self.add_error(field, ValidationError(why, code="fixed_identity"))

    def _choose(self) -> list[Choice]:
        """Puts what they saved where the person chose it, when the page before showed both versions."""
        self.base = fragment_at(self.data.get(BASE, "")) if self.is_bound else None
        if self.base is None or self.instance.pk is None:
            return []
        choices = choices_between(self, self.base, self.data)
        self.data = with_theirs(self, choices)
        return choices

    def _refuse_what_is_not_chosen(self) -> None:
        if open_ones := [choice.label for choice in self.choices if not choice.chosen]:
            words = _("Choose theirs or yours for: %(fields)s.") % {"fields": ", ".join(open_ones)}
            self.add_error(None, ValidationError(words, code="not_chosen"))

    def _refuse_a_conflict(self) -> None:
        conflict = conflict_of(self.instance, self.cleaned_data.get("edited_version"))
        if conflict is not None:
            self.add_error(None, ValidationError(_in_words(conflict), code="edit_conflict"))
            self.choices = choices_between(self, self.base or conflict.base, {})
            self.base = self.base or conflict.base
            self.data = {**dict(self.data.items()), self.add_prefix("edited_version"): str(conflict.version)}

    def _refuse_what_does_not_compile(self) -> None:
        names = (*self.instance.columns, *(links.member for links in LINKS[self.instance.kind]))
        members = {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}
        if members.get("name") == "" and self.instance.identity_field != "name":
            del members["name"]
        members.setdefault(self.instance.identity_field, _STAND_IN)  # its own error says already what is wrong with it
        faults = probe(candidate(self.instance.kind, members))
        wrong = set(self.errors)
        for member, errors in by_member(faults, SECTION_OF[self.instance.kind]).items():
            if member not in wrong:
                self.add_error(member if member in self.fields else None, errors)


class ToolForm(CatalogForm):
    """A tool."""

    class Meta(CatalogForm.Meta):
        model = Tool
        fields = Tool.columns
        widgets = {
            **COLLEAGUES,
            "description": text_area(4),
            "parameters": SchemaInput(14),
            "allow": RuleInput(Kind.TOOL, rows=5),
            "executor": ExecutorInput(5),
        }


class RuleForm(CatalogForm):
    """A shared rule."""

    class Meta(CatalogForm.Meta):
        model = MatcherRule
        fields = MatcherRule.columns
        widgets = {**COLLEAGUES, "definition": RuleInput(Kind.RULE, rows=16)}


class GroupForm(CatalogForm):
    """A tool group; its rule is an explicit choice, and only a group imported without one may stay so."""

    tools = Chosen(Kind.TOOL, label=gettext_lazy("Tools, in order"))

    class Meta(CatalogForm.Meta):
        model = ToolGroup
        fields = ToolGroup.columns
        widgets = {
            **COLLEAGUES,
            "matcher": RuleInput(Kind.GROUP),
            "system_prompt": text_area(8),
            "description": text_area(3),
        }

    def clean_matcher(self) -> Any:
        matcher = self.cleaned_data["matcher"]
        stays_without = self.instance.pk is not None and self.initial.get("matcher") is None
        if matcher is None and not stays_without:
            raise ValidationError(
                _('No rule is chosen yet. Write a rule; for a group that always applies, write {"kind": "always"}.'),
                code="no_rule",
            )
        return matcher


class PromptForm(CatalogForm):
    """A prompt."""

    groups = Chosen(Kind.GROUP, label=gettext_lazy("Groups, in the order in which they are judged"))
    tools = Chosen(Kind.TOOL, label=gettext_lazy("Tools always sent, in order"))

    class Meta(CatalogForm.Meta):
        model = Prompt
        fields = Prompt.columns
        widgets = {
            **COLLEAGUES,
            "system_message": text_area(8),
            "tool_choice": ToolChoiceInput,
            "metadata": json_area(4),
        }
        help_texts = {
            **CatalogForm.Meta.help_texts,
            "tool_choice": gettext_lazy(
                "Whether the model has to call a tool; a request may say otherwise. A tool counts where it is offered."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if choice := self.fields.get("tool_choice"):
            choice.widget.of(self.instance)


def _in_words(conflict: Conflict) -> str:
    words = {
        "who": conflict.who or _("the command line"),
        "when": conflict.when,
        "members": ", ".join(conflict.members) or _("nothing that is shown here"),
    }
    return (
        _("%(who)s saved this while you were editing (%(when)s), and changed: %(members)s.") % words
        + " "
        + _(
            "Nothing of yours is lost or saved yet. Choose under “Theirs and yours” whose text stays, then save as chosen."
        )
    )
