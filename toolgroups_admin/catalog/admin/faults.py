"""The compiler's faults in a person's language, beside the fields they are about."""

import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from toolgroups_admin.engine import Fault

_OBJECT = re.compile(r"\$(?:\.\w+\[0\])?")
_STEP = re.compile(r"(?:\.(\w+)|\[)(.*)", re.DOTALL)
_SHOWN = 120


def by_member(faults: Iterable[Fault]) -> dict[str | None, list[ValidationError]]:
    """The faults of a candidate's first object by the member that they are in; None for the object as a whole."""
    found: dict[str | None, list[ValidationError]] = {}
    for fault in faults:
        member, inside = _place(fault.path)
        found.setdefault(member, []).append(ValidationError(in_words(fault, inside), code=fault.code))
    return found


def in_words(fault: Fault, place: str = "") -> str:
    """What is wrong, the value found and what to do, in the language of the page."""
    message = gettext(fault.template).format(**fault.params)
    remedy = gettext(fault.remedy_template).format(**fault.params)
    found = gettext("Found: {value}.").format(value=_shown(fault.value)) if fault.value is not None else ""
    return " ".join(part for part in (f"{place}:" if place else "", message, found, remedy) if part)


def _place(path: str) -> tuple[str | None, str]:
    whole = _OBJECT.match(path)
    step = _STEP.fullmatch(path[whole.end() :]) if whole else None
    if step is None or step[1] is None:
        return None, path
    return step[1], step[2].lstrip(".")


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
