"""The compiler's faults in a person's language, beside the fields they are about."""

import re
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from toolgroups_admin.engine import Fault

_STEP = re.compile(r"\.(\w+)(.*)", re.DOTALL)
_SHOWN = 120


def by_member(faults: Sequence[Fault], section: str) -> dict[str | None, list[ValidationError]]:
    """The faults of a candidate's own object, first in its section, by member; None for the object as a whole.

    What is wrong elsewhere (the other end of a circle) counts only when the object itself has no fault.
    """
    own = f"$.{section}[0]"
    mine = [fault for fault in faults if fault.path == own or fault.path.startswith((f"{own}.", f"{own}["))]
    found: dict[str | None, list[ValidationError]] = {}
    for fault in mine or faults:
        member, inside = _place(fault.path.removeprefix(own))
        found.setdefault(member, []).append(ValidationError(in_words(fault, inside), code=fault.code))
    return found


def in_words(fault: Fault, place: str = "") -> str:
    """What is wrong, the value found and what to do, in the language of the page."""
    params = {**fault.params, "why": _why(fault.params.get("why"))}
    message = gettext(fault.template).format(**params).rstrip(".。")
    remedy = gettext(fault.remedy_template).format(**fault.params)
    found = f"{place}: {message}" if place else message
    if fault.value is None:
        return gettext("{found}. {remedy}").format(found=found, remedy=remedy)
    return gettext("{found} (found: “{value}”). {remedy}").format(found=found, value=_shown(fault.value), remedy=remedy)


def _why(reason: Any) -> Any:
    """A reason inside a message; a fixed sentence is known to the translations with its full stop."""
    if not isinstance(reason, str) or not reason:
        return reason
    sentence = f"{reason.rstrip('.')}."
    return gettext(sentence).rstrip(".。")


def _place(path: str) -> tuple[str | None, str]:
    step = _STEP.fullmatch(path)
    return (step[1], step[2].lstrip(".")) if step else (None, path)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = text.encode(errors="backslashreplace").decode()  # half a character cannot stand in a page
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
