"""A notice in the words of its receiver: JSON for programs, sentences for people."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from toolgroups_admin.catalog.models import Kind

from .models import Event, Notice

SENTENCES = {
    Event.PUBLISH: gettext_lazy("Release %(release)s was published to %(environment)s by %(by)s."),
    Event.PROMOTE: gettext_lazy("Release %(release)s was promoted to %(environment)s by %(by)s."),
    Event.ROLL_BACK: gettext_lazy("%(environment)s was rolled back to release %(release)s by %(by)s."),
    Event.SWITCH_OFF: gettext_lazy("%(what)s was switched off in %(environment)s by %(by)s."),
    Event.LIFT: gettext_lazy("%(what)s was switched on again in %(environment)s by %(by)s."),
    Event.COMPILE_FAULT: gettext_lazy(
        "Release %(release)s of %(environment)s does not compile, so the release before it goes on answering."
    ),
    Event.TEST: gettext_lazy("A test: what happens in %(environment)s is told here."),
}


def body_of(notice: Notice) -> bytes:
    """What a webhook is sent: the same bytes at every attempt."""
    data = {"environment": notice.environment.name, **notice.facts}
    message = {"type": notice.event, "timestamp": notice.at.isoformat(), "data": data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def subject_of(notice: Notice) -> str:
    """One line, in the language that is active."""
    return f"[{notice.environment}] {sentence_of(notice)}"


def text_of(notice: Notice) -> str:
    """All that there is to say, in the language that is active."""
    facts = notice.facts
    lines = [sentence_of(notice)]
    if facts.get("previous"):
        lines.append(_("Before, release %(number)s was live.") % {"number": facts["previous"]})
    if said := facts.get("comment") or facts.get("reason"):
        lines += ["", said]
    if facts.get("detail"):
        lines += ["", facts["detail"]]
    return "\n".join(lines) + "\n"


def sentence_of(notice: Notice) -> str:
    """What happened, in one sentence."""
    facts: Mapping[str, Any] = notice.facts
    kind = Kind(facts["kind"]).label if "kind" in facts else ""
    return str(SENTENCES[Event(notice.event)]) % {
        "by": facts.get("by") or _("the command line"),
        "environment": notice.environment,
        "release": facts.get("release"),
        "what": f"{kind} “{facts.get('identity')}”",
    }
