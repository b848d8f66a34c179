"""One showing of the page: what is typed, what it is tried against, and the answer or what stands in its way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import ChatContext

from .addresses import PlacedFault, placed
from .choosing import MOST_PROMPTS_LISTED, Choices, prompt_choices, source_choices, source_label
from .contexts import InputFault, context_of
from .shown_answers import ShownAnswer, shown_answer
from .shown_forms import ShownForm, shown_form
from .sources import Compiled, DoesNotCompile, UnknownSource, compiled
from .trying import Refused, Trial, checked, tried
from .typed import JSON, Typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the templates show."""

    typed: Typed
    answer: ShownAnswer | None = None
    faults: Sequence[InputFault] = ()
    document_faults: Sequence[PlacedFault] = ()
    compiled: Compiled | None = None

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

    @property
    def form(self) -> ShownForm:
        """What is typed, with what is wrong beside it."""
        return shown_form(self.typed, self.faults)


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
    return Page(typed=typed, compiled=source, answer=shown_answer(trial, typed, viewer))


def trial_of(typed: Typed, source: Compiled) -> Trial:
    """What the source makes of what is typed; raises Refused."""
    return tried(readable(typed), source, typed)


def readable(typed: Typed) -> ChatContext:
    """The context that is typed; raises Refused with everything that is wrong with it."""
    context, faults = context_of(typed)
    if faults:
        raise Refused(*faults)
    return checked(context, typed)


def _with_a_prompt(typed: Typed, source: Compiled) -> Typed:
    """The first prompt of the source, when none was chosen yet."""
    if typed.prompt or typed.tab == JSON or not source.prompts:
        return typed
    return replace(typed, prompt=source.prompts[0][0])
