"""The final system prompt in parts, by where each comes from."""

from collections.abc import Mapping
from dataclasses import dataclass

from toolgroups_admin.engine import ChatContext, Resolution

from .origins import GROUP, Origin, origin_of
from .sources import Document
from .trying import Trial

BETWEEN = "\n\n"
SYSTEM_ROLES = ("system", "developer")


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A part of the final system prompt; all parts in a row are the whole text, what stands between them included."""

    text: str
    origin: Origin
    between: str = ""


def prompt_parts(trial: Trial, hues: Mapping[str, int]) -> list[PromptPart]:
    """The parts of the text that the engine has merged (contract 7), found again from its end.

    A text that does not end with the prompts of the groups that hit (an interceptor may have its own way) is one part.
    """
    resolution = trial.resolution
    whole = resolution.system_prompt
    if not whole:
        return []
    added = _added(trial.compiled.document, resolution)
    tail = BETWEEN.join(text for _name, text in added)
    first = origin_of("request" if _has_system_message(trial.context) else "prompt", hues)
    if not tail or not whole.endswith(tail):
        return [PromptPart(whole, first)]
    head = whole.removesuffix(tail)
    own = head.removesuffix("\n").removesuffix("\n")
    parts = [PromptPart(own, first, head[len(own) :])] if own else []
    for place, (name, text) in enumerate(added):
        between = BETWEEN if place < len(added) - 1 else ""
        parts.append(PromptPart(text, origin_of(GROUP + name, hues), between))
    return parts


def _added(document: Document, resolution: Resolution) -> list[tuple[str, str]]:
    prompts = {group["name"]: group.get("system_prompt", "") for group in document.get("groups", ())}
    return [(name, prompts[name]) for name in resolution.groups if prompts.get(name, "").strip()]


def _has_system_message(context: ChatContext) -> bool:
    return any(message["role"] in SYSTEM_ROLES for message in context.messages)
