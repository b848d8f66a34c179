"""“Take apart”: from a pasted body to a page that is filled with it."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from .contexts import InputFault, context_of, read_json
from .filling import typed_of
from .pasting import Pasted, UnknownBody, taken_apart
from .typed import Typed


@dataclass(frozen=True, slots=True)
class TakenApart:
    """The page afterwards: filled with the body, or as it was with what is wrong."""

    typed: Typed
    pasted: Pasted | None = None
    faults: tuple[InputFault, ...] = ()


def take_apart(typed: Typed) -> TakenApart:
    """The page filled with the body that is pasted."""
    if not typed.pasted.strip():
        return _refused(typed, _("Nothing is pasted. Paste the body of a request here first."))
    body, faults = read_json(typed.pasted, "pasted")
    if faults:
        return TakenApart(typed, faults=tuple(faults))
    if not isinstance(body, dict):
        return _refused(typed, _("This is no JSON object. Paste the whole body, from { to }."))
    current, faults = context_of(typed)
    if faults:
        return TakenApart(typed, faults=tuple(faults))
    try:
        pasted = taken_apart(body, current)
    except UnknownBody:
        words = _(
            "This body has none of the members messages, input, contents and prompt. Paste one of OpenAI (Chat "
            "Completions or Responses), Anthropic, Gemini, or of the resolve API."
        )
        return _refused(typed, words)
    return TakenApart(replace(typed_of(pasted.context, typed), pasted=""), pasted)


def _refused(typed: Typed, words: str) -> TakenApart:
    return TakenApart(typed, faults=(InputFault("pasted", words),))
