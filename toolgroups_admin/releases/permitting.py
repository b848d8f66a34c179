"""What a key may ask of a release: which prompts, and which further tools and groups by name (design §5)."""

from collections.abc import Iterator, Mapping, Sequence

from toolgroups_admin.engine import ChatContext, Fault

from .state import LiveKey, LiveRelease

ANY_NAME = "tools:any"


class Refused(Exception):
    """A question that is not answered: a stable code, what is the matter in one sentence, where in the body, and headers."""

    def __init__(
        self, code: str, detail: str, faults: Sequence[Fault] = (), *, headers: Mapping[str, str] | None = None
    ) -> None:
        self.code = code
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})
        super().__init__(detail)


def require_scope(key: LiveKey, scope: str) -> None:
    """Raises `Refused` when the key lacks the scope."""
    if scope not in key.scopes:
        raise Refused("scope_missing", f"This needs a key with the scope {scope!r}; the key {key.name!r} has it not.")


def check_names(key: LiveKey, release: LiveRelease, context: ChatContext) -> None:
    """Raises `Refused` when the context names what is not there, or what the key may not name.

    What is not there comes first: prompt, tools and groups; then what is there but not for this key.
    """
    if key.prompts is not None and context.prompt not in key.prompts:
        raise Refused(
            "prompt_not_allowed",
            f"The key {key.name!r} is limited to other prompts than {context.prompt!r}.",
            [_fault("prompt_not_allowed", "$.prompt", context.prompt)],
        )
    if context.prompt not in release.catalog.prompts:
        raise Refused(
            "unknown_prompt",
            f"Release {release.number}, live in {release.environment!r}, has no prompt {context.prompt!r}.",
            [_fault("unknown_prompt", "$.prompt", context.prompt)],
        )
    if context.tools or context.groups:
        _refuse(list(_unknown(release, context)))
        if ANY_NAME not in key.scopes:
            _refuse(list(_not_of_the_prompt(release, context)))


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise Refused(faults[0].code, f"{faults[0].path}: {faults[0].message}.", faults)


def _unknown(release: LiveRelease, context: ChatContext) -> Iterator[Fault]:
    catalog = release.catalog
    for place, tool in enumerate(context.tools):
        if isinstance(tool, str) and tool not in catalog.tools:
            yield _fault("unknown_tool", f"$.tools[{place}]", tool)
    for place, group in enumerate(context.groups):
        if group not in catalog.groups:
            yield _fault("unknown_group", f"$.groups[{place}]", group)


def _not_of_the_prompt(release: LiveRelease, context: ChatContext) -> Iterator[Fault]:
    tools, groups = release.names_of(context.prompt)
    for place, key in enumerate(context.tools):
        if not isinstance(key, str):
            continue
        if release.catalog.tools[key].sensitive:
            yield _fault("sensitive_tool", f"$.tools[{place}]", key)
        elif key not in tools:
            yield _fault("foreign_tool", f"$.tools[{place}]", key)
    for place, group in enumerate(context.groups):
        if group not in groups:
            yield _fault("foreign_group", f"$.groups[{place}]", group)


_WITH_SCOPE = f"Take it out, or use a key with the scope {ANY_NAME}."
_WORDS = {
    "prompt_not_allowed": ("the key is not for this prompt", "Use a key that is for it."),
    "unknown_prompt": ("there is no prompt of this name", "Name a prompt of the live release."),
    "unknown_tool": ("there is no tool with this key", "Name tools of the live release by their keys."),
    "unknown_group": ("there is no group of this name", "Name groups of the live release."),
    "sensitive_tool": ("the tool is sensitive, so only rules may offer it", _WITH_SCOPE),
    "foreign_tool": ("the tool is neither the prompt's own nor in one of its groups", _WITH_SCOPE),
    "foreign_group": ("the group is not one of the prompt's", _WITH_SCOPE),
}


def _fault(code: str, path: str, value: str) -> Fault:
    return Fault(code, path, value, *_WORDS[code])
