"""“Save as scenario”: a scenario made of a dry run."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.engine import ChatContext, Fault, text_of

from .expectations import Expectations
from .keeping import NEVER_KEPT
from .models import Scenario
from .scenario_documents import LONGEST_NAME, Json, WrittenScenario, scenario_faults
from .scenarios import save_scenario
from .trying import Trial

MOST_OF_A_TEXT = 60


def seen(trial: Trial) -> Expectations:
    """What an explained answer shows: which groups hit and which missed, exactly its tools, and where each is from.

    The system prompt is left out, so that a scenario does not break when its wording is mended.
    """
    resolution = trial.resolution
    judged = resolution.explanation.groups if resolution.explanation else ()
    return Expectations(
        hits=resolution.groups,
        misses=tuple(group.name for group in judged if group.name not in resolution.groups),
        tools=tuple(offer.tool.name for offer in resolution.offers),
        no_other_tools=True,
        tool_sources={offer.tool.name: offer.source for offer in resolution.offers},
    )


class CannotBeKept(Exception):
    """The context holds what no scenario can; `faults` says what."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(str(fault) for fault in faults))


@transaction.atomic
def expect_what_is_seen(trial: Trial, context: Json, *, by: User) -> Scenario:
    """Keeps a context, as it was typed, with what its answer shows, under a name made of the last user message.

    A button pressed twice makes one scenario: the same context with the same expectations is there already. Raises
    `CannotBeKept`.
    """
    kept = {name: value for name, value in context.items() if name not in NEVER_KEPT}
    written = WrittenScenario(_named(trial.context), kept, seen(trial))
    if faults := scenario_faults(written.members()):  # before a database is asked about what it cannot hold
        raise CannotBeKept(faults)
    written = replace(written, name=_free_name(written.name))
    same = Scenario.objects.filter(prompt=written.prompt, context=kept, expectations=written.expect.members())
    return same.first() or save_scenario(written, by=by)


def _named(context: ChatContext) -> str:
    texts = [text_of(message) or "" for message in context.messages if message.get("role") == "user"]
    words = " ".join("".join(texts[-1:]).split())
    name = f"{context.prompt}: {words[:MOST_OF_A_TEXT]}" if words else context.prompt
    return name[: LONGEST_NAME - len(" (1234)")]


def _free_name(name: str) -> str:
    taken = set(Scenario.objects.filter(name__startswith=name).values_list("name", flat=True))
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
