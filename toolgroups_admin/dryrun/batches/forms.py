"""The forms of a batch: which file, and what its columns mean and are tried against."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from ..batch_models import Batch
from ..choosing import source_choices
from ..sources import Compiled, DoesNotCompile, UnknownSource, compiled
from ..typed import DRAFT
from .columns import MEANINGS, UNUSED, USER, WHOLE
from .headings import headings
from .sniffing import ENCODINGS

SEVERAL = ("attribute", "attribute_number", "attribute_boolean", "attribute_json", "header", UNUSED, USER)
COLUMN = "column_"
NAMES = {
    "utf-8": "UTF-8",
    "gb18030": "GBK / GB 18030",
    "utf-16": "UTF-16",
    "big5": "Big5",
    "shift_jis": "Shift JIS",
    "euc_kr": "EUC-KR",
    "windows-1252": "Windows 1252",
}


class UploadForm(forms.Form):
    """A file, and its encoding for the case that it is not found out right."""

    file = forms.FileField(label=gettext_lazy("File"), widget=UnfoldAdminFileFieldWidget, allow_empty_file=True)
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding"),
        required=False,
        widget=UnfoldAdminSelectWidget,
        choices=[("", pgettext_lazy("encoding", "find out")), *((name, NAMES[name]) for name in ENCODINGS)],
    )

    def __init__(self, *args: Any, too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_large = too_large

    def clean(self) -> dict[str, Any]:
        """Says what is the matter with a file that was thrown away when it grew too large."""
        if self.too_large:
            self.errors.pop("file", None)
            words = _("The file is larger than %(most)s. Split it.")
            self.add_error("file", words % {"most": filesizeformat(settings.BATCH_MOST_BYTES)})
        return self.cleaned_data


class StartForm(forms.Form):
    """What the columns mean, which prompt lines without one are for, and one source or two."""

    source = forms.ChoiceField(label=gettext_lazy("Tried against"), widget=UnfoldAdminSelectWidget)
    second = forms.ChoiceField(label=gettext_lazy("And compared with"), required=False, widget=UnfoldAdminSelectWidget)
    prompt = forms.CharField(
        label=gettext_lazy("Prompt of lines that name none"),
        required=False,
        max_length=128,
        widget=UnfoldAdminTextInputWidget({"list": "batch-prompts", "autocomplete": "off"}),
    )

    def __init__(self, batch: Batch, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batch = batch
        self.against: list[tuple[str, Compiled]] = []
        for name in ("source", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField), "declared above"
            field.choices = _sources(self.data.get(name) or DRAFT, optional=name == "second")
        for place, (column, meaning) in enumerate(zip(headings(batch), batch.mapping or (), strict=True)):
            widget = UnfoldAdminSelectWidget({"aria-label": column})
            choices = list(MEANINGS.items())
            self.fields[f"{COLUMN}{place}"] = forms.ChoiceField(
                label=column, required=False, choices=choices, initial=meaning, widget=widget
            )

    def columns(self) -> list[forms.BoundField]:
        """The fields of the columns, in order."""
        return [self[name] for name in self.fields if name.startswith(COLUMN)]

    @property
    def mapping(self) -> list[str]:
        """What each column means."""
        return [self.cleaned_data.get(f"{COLUMN}{place}", UNUSED) for place in range(len(self.batch.columns or ()))]

    def clean(self) -> dict[str, Any]:
        """Reads the sources, and refuses meanings that do not go together."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in ("source", "second"):
            if chosen := cleaned.get(name):
                self._read(name, chosen)
        self._check_mapping(self.mapping)
        if not self.errors:
            self._check_prompt(cleaned.get("prompt", ""))
        return cleaned

    def _read(self, name: str, source: str) -> None:
        try:
            self.against.append((source, compiled(source)))
        except UnknownSource:
            self.add_error(name, _("There is no such source, or nothing is published there. Choose another."))
        except DoesNotCompile as broken:
            words = _("This does not compile, so nothing can be tried against it. Mend its %(number)d faults first.")
            self.add_error(name, words % {"number": len(broken.faults)})

    def _check_mapping(self, mapping: Sequence[str]) -> None:
        if not {*mapping} - {UNUSED, "prompt"}:
            self.add_error(
                None, _("No column says anything of the chat. Choose the one that holds what the user says.")
            )
        counts = Counter(mapping)
        for place, meaning in enumerate(mapping):
            if counts[meaning] > 1 and meaning not in SEVERAL:
                words = _("Two columns are “%(meaning)s”. Choose it for one of them.")
                self.add_error(f"{COLUMN}{place}", words % {"meaning": MEANINGS[meaning]})
        if "messages" in mapping and {USER, "system"} & {*mapping}:
            self.add_error(None, _("All messages come from one column, so no other can add a message. Choose one way."))

    def _check_prompt(self, prompt: str) -> None:
        if not prompt and not {"prompt", WHOLE} & {*self.mapping}:
            self.add_error("prompt", _("No column names the prompt. Name one for all lines."))
        for source, found in self.against:
            if prompt and prompt not in found.catalog.prompts:
                words = _("There is no prompt “%(prompt)s” in %(source)s. Name one that is there.")
                raise ValidationError({"prompt": words % {"prompt": prompt, "source": source}})


def _sources(chosen: str, *, optional: bool) -> list[Any]:
    """The choices of a source, those without a heading first."""
    choices: list[Any] = [("", pgettext_lazy("source", "nothing"))] if optional else []
    for heading, each in source_choices(chosen):
        choices += [(heading, each)] if heading and each else each
    return choices
