"""One showing of the page: what is typed, what it is tried against, and the answer or what stands in its way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import ChatContext

from .addresses import PlacedFault, placed
from .choosing import MOST_PROMPTS_LISTED, Choices, prompt_choices, source_choices, source_label
from .compared import Compared, compared
from .contexts import InputFault, context_of
from .copying import COPIES, Question, question_of
from .pasting import NAMES, Pasted
from .shown_answers import ShownAnswer, shown_answer
from .shown_forms import ShownForm, shown_form
from .shown_requests import known_format
from .sources import Compiled, DoesNotCompile, UnknownSource, compiled
from .stepping import WHOLE, strip_of, up_to
from .suggesting import Suggestions, suggestions_of
from .trying import Refused, Trial, checked, tried
from .typed import DRAFT, JSON, Typed


@dataclass(frozen=True, kw_only=True)
class Page:
    """What the templates show."""

    typed: Typed
    answer: ShownAnswer | None = None
    faults: Sequence[InputFault] = ()
    document_faults: Sequence[PlacedFault] = ()
    compiled: Compiled | None = None
    pasted: Pasted | None = None
    compared: Compared | None = None

    @property
    def sources(self) -> list[tuple[str, Choices]]:
        """The sources to choose from."""
        return source_choices(self.typed.source)

    @property
    def source(self) -> str:
        """The source by name."""
        return source_label(self.typed.source)

    @property
    def prompts(self) -> Choices:
        """All prompts of the source and the chosen one, or none when there are too many for a list."""
        if self.compiled is None or len(self.compiled.prompts) > MOST_PROMPTS_LISTED:
            return []
        listed = prompt_choices(self.compiled, "")
        chosen = self.typed.prompt
        return listed if not chosen or chosen in dict(listed) else [(chosen, chosen), *listed]

    @cached_property
    def form(self) -> ShownForm:
        """What is typed, with what is wrong beside it."""
        suggested = suggestions_of(self.compiled) if self.compiled else Suggestions()
        return shown_form(self.typed, self.faults, suggested)

    @property
    def others(self) -> list[tuple[str, Choices]]:
        """The sources to compare with."""
        return source_choices(self.typed.against or DRAFT)

    @property
    def pasted_from(self) -> str:
        """Whose body was taken apart last."""
        return _(NAMES[self.pasted.format]) if self.pasted else ""

    @property
    def copies(self) -> list[tuple[str, str, bool]]:
        """The forms in which the question can be copied: value, name, and whether it is shown."""
        chosen = self.typed.copied_as if self.typed.copied_as in COPIES else next(iter(COPIES))
        return [(kind, name, kind == chosen) for kind, (name, _write) in COPIES.items()]

    @cached_property
    def question(self) -> Question:
        """What a program would ask."""
        context, _faults = typed_context(self.typed)
        return question_of(context, self.typed.source, known_format(self.typed.format))


def page_of(typed: Typed, viewer: User) -> Page:
    """The page for what is typed, with the answer if there is one."""
    try:
        source = compiled(typed.source)
        typed = _with_a_prompt(typed, source)
        trial = trial_of(typed, source)
    except UnknownSource:
        words = _("There is no such source, or nothing is published there. Choose another.")
        return Page(typed=typed, faults=[InputFault("source", words)])
    except DoesNotCompile as broken:
        return Page(typed=typed, document_faults=placed(broken.faults, broken.document, viewer))
    except Refused as refused:
        return Page(typed=typed, compiled=source, faults=refused.faults)
    strip = strip_of(_checked(typed, WHOLE), source, typed.step)
    answer = shown_answer(trial, typed, viewer, strip)
    return Page(typed=typed, compiled=source, answer=answer, compared=compared(trial, typed))


def trial_of(typed: Typed, source: Compiled) -> Trial:
    """What the source makes of what is typed; raises Refused."""
    return tried(readable(typed), source, typed)


def readable(typed: Typed) -> ChatContext:
    """The context that is typed, up to the step that is looked at; raises Refused with everything that is wrong."""
    return _checked(typed, typed.step)


def typed_context(typed: Typed) -> tuple[dict[str, Any], list[InputFault]]:
    """The context that is typed, up to the step that is looked at, and what cannot be read of it."""
    context, faults = context_of(typed)
    if isinstance(messages := context.get("messages"), list):
        context["messages"] = up_to(messages, typed.step)
    return context, faults


def _checked(typed: Typed, step: int) -> ChatContext:
    context, faults = context_of(typed)
    if faults:
        raise Refused(*faults)
    whole = checked(context, typed)
    return whole.with_(messages=tuple(up_to(whole.messages, step)))


def _with_a_prompt(typed: Typed, source: Compiled) -> Typed:
    """The first prompt of the source, when none was chosen yet."""
    if typed.prompt or typed.tab == JSON or not source.prompts:
        return typed
    return replace(typed, prompt=source.prompts[0][0])
