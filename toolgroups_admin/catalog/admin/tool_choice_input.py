"""The field of a prompt that says whether the model has to call a tool: chosen from a list, kept as JSON."""

import json
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from unfold.widgets import UnfoldAdminSelectWidget

from toolgroups_admin.engine import MalformedJSON, decode_json

from ..models import Prompt, Tool

MOST_TOOLS = 200
Options = list[tuple[str, Any]]


class ToolChoiceInput(UnfoldAdminSelectWidget):
    """A select whose values are JSON texts; a value that it does not know is one more option, so that it is kept."""

    def of(self, prompt: Prompt) -> None:
        """Offers the tools of a prompt and of its groups, and those of all for a prompt that has none yet."""
        of_prompt, of_groups = Q(prompt_tools__prompt=prompt.pk), Q(group_tools__group__prompt_groups__prompt=prompt.pk)
        own = Tool.objects.filter(of_prompt | of_groups)
        tools = own if prompt.pk and own.exists() else Tool.objects.all()
        keys = tools.distinct().order_by("key").values_list("key", flat=True)[:MOST_TOOLS]
        named: Options = [(_text({"tool": key}), key) for key in keys]
        self.choices = [
            ("", _("Left to the caller")),
            (_text("auto"), _("The model decides (auto)")),
            (_text("none"), _("No tool is called (none)")),
            (_text("required"), _("Some tool is called (required)")),
            *([(_("This tool is called"), named)] if named else []),
        ]

    def optgroups(self, name: str, value: Any, attrs: Any = None) -> Any:
        """The options, the chosen one whatever spaces its JSON has."""
        known = [option for each, label in self.choices for option in _values(each, label)]
        chosen = [_same(each, known) for each in value if each]
        self.choices = [*self.choices, *((each, _in_a_line(each)) for each in chosen if each not in known)]
        return super().optgroups(name, chosen or [""], attrs)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _values(value: str, label: Any) -> list[str]:
    return [each for each, _label in label] if isinstance(label, list) else [value]


def _same(text: str, known: list[str]) -> str:
    """The known text that means the same JSON, else the text itself."""
    meant = _in_a_line(text)
    return meant if meant in known else text


def _in_a_line(text: str) -> str:
    try:
        return _text(decode_json(text.encode()))
    except (MalformedJSON, UnicodeEncodeError):
        return text
