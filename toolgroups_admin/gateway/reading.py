"""Reading a chat completion's request: what is ours in it, what the model gets, and the context that is resolved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from toolgroups_admin.engine import MalformedJSON, decode_json
from toolgroups_admin.releases.live import LiveKey

from .errors import ChatRefused

Json = dict[str, Any]
OWN: Final = "toolgroups"
NAMES: Final = ("prompt", "account_id", "conversation_id", "bot_id", "turn_id")
MEMBERS: Final = (
    *NAMES,
    "attributes",
    "groups",
    "tools",
    "tool_context",
    "history",
    "approvals",
    "throw_on_tool_error",
)
ATTRIBUTE: Final = "attributes."
DEFAULT_MODEL: Final = ("", "default")
_HANDLED: Final = (OWN, "n", "model", "messages", "tools", "tool_choice", "metadata", "stream", "stream_options")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ChatRequest:
    """A request taken apart. `context` is a body of the resolve API, `others` goes to the model as it came.

    `model` is empty when the prompt's own is meant; `tools` are the caller's definitions by name.
    """

    context: Json
    model: str
    others: Json
    tools: Mapping[str, Json]
    stream: bool
    stream_options: Any
    with_history: bool
    approvals: Mapping[str, str]
    throw_on_tool_error: bool | None

    @property
    def tool_context(self) -> Json:
        found: Json = self.context.get("tool_context") or {}
        return found


def read_request(body: Any, environ: Mapping[str, Any], key: LiveKey) -> ChatRequest:
    """Takes a decoded body apart; raises `ChatRefused` for what the endpoint cannot do."""
    if not isinstance(body, dict):
        raise _bad("wrong_type", "The body is no object.", None)
    own, metadata = _object(body, OWN), _object(body, "metadata")
    if unknown := [name for name in own if name not in MEMBERS]:
        raise _bad("unknown_member", f"{OWN}.{unknown[0]} is not known; there are {', '.join(MEMBERS)}.", OWN)
    if body.get("n") not in (None, 1):
        raise _bad("unsupported", "n: a chat with tools has one answer. Leave n out.", "n")
    if not isinstance(keys := own.get("tools") or [], list):
        raise _bad("wrong_type", f"{OWN}.tools: this is no list of tool keys.", f"{OWN}.tools")
    tools = _tools(body.get("tools"))
    model = body.get("model") or ""
    others = {name: value for name, value in body.items() if name not in _HANDLED}
    if theirs := {name: value for name, value in metadata.items() if not _is_ours(name)}:
        others["metadata"] = theirs
    context: Json = {
        **_named(own, metadata, environ, key),
        "messages": body.get("messages", []),
        "streaming": bool(body.get("stream")),
        "options": _options(others, model),
        "tools": [*(_inline(tool) for tool in tools.values()), *keys],
        "tool_choice": _choice(body.get("tool_choice")),
        **{name: own[name] for name in ("groups", "tool_context") if name in own},
    }
    return ChatRequest(
        context=context,
        model="" if model in DEFAULT_MODEL else str(model),
        others=others,
        tools=tools,
        stream=bool(body.get("stream")),
        stream_options=_object(body, "stream_options") or None,
        with_history=bool(own.get("history")),
        approvals=_approvals(own),
        throw_on_tool_error=_policy(own),
    )


def _approvals(own: Json) -> dict[str, str]:
    found = _object(own, "approvals", f"{OWN}.approvals")
    if not all(isinstance(approval, str) for approval in found.values()):
        raise _bad("wrong_type", f"{OWN}.approvals: send a text for each call id.", f"{OWN}.approvals")
    return found


def _policy(own: Json) -> bool | None:
    """The request's own policy for errors of tools; none leaves it to the settings."""
    found = own.get("throw_on_tool_error")
    if not isinstance(found, bool | None):
        raise _bad("wrong_type", f"{OWN}.throw_on_tool_error: send true, false or null.", f"{OWN}.throw_on_tool_error")
    return found


def _named(own: Json, metadata: Json, environ: Mapping[str, Any], key: LiveKey) -> Json:
    """Prompt, names and attributes: those of the member `toolgroups` win over headers, and these over metadata."""
    named = {name: metadata[name] for name in NAMES if name in metadata}
    attributes = {name.removeprefix(ATTRIBUTE): value for name, value in metadata.items() if name.startswith(ATTRIBUTE)}
    for name in NAMES:
        if (said := _header(environ, name)) is not None:
            named[name] = said
    if (said := _header(environ, "attributes")) is not None:
        attributes |= _decoded(said)
    named |= {name: own[name] for name in NAMES if name in own}
    attributes |= _object(own, "attributes", f"{OWN}.attributes")
    if "prompt" not in named:
        named["prompt"] = _only_prompt(key)
    return named | {"attributes": attributes}


def header_of(name: str) -> str:
    """The header that carries a member."""
    return f"X-ToolGroups-{name.replace('_', '-').title()}"


def _header(environ: Mapping[str, Any], name: str) -> str | None:
    """What a header says, in UTF-8 where it is that, since names need not be English."""
    said: str | None = environ.get(f"HTTP_{header_of(name).upper().replace('-', '_')}")
    try:
        return said if said is None or said.isascii() else said.encode("latin-1").decode()
    except UnicodeDecodeError:
        return said


def _only_prompt(key: LiveKey) -> str:
    if key.prompts is not None and len(key.prompts) == 1:
        return next(iter(key.prompts))
    raise _bad(
        "prompt_missing",
        f"Say which prompt this chat has: in {OWN}.prompt of the body, in the header {header_of('prompt')}, or in "
        "metadata.prompt. A key that is limited to one prompt needs none.",
        f"{OWN}.prompt",
    )


def _is_ours(name: str) -> bool:
    return name in NAMES or name.startswith(ATTRIBUTE)


def _options(others: Json, model: Any) -> Json:
    """What rules may ask of the model's options: its name, and whatever is one value."""
    plain = {name: value for name, value in others.items() if isinstance(value, str | int | float)}
    return plain if model in DEFAULT_MODEL else plain | {"model": model}


def _tools(given: Any) -> dict[str, Json]:
    if given is None:
        return {}
    if not isinstance(given, list):
        raise _bad("wrong_type", "tools: this is no list.", "tools")
    found: dict[str, Json] = {}
    for place, tool in enumerate(given):
        function = tool.get("function") if isinstance(tool, dict) and tool.get("type") == "function" else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            words = f"tools[{place}]: only tools of the type function, with a name, can be run in this chat."
            raise _bad("unsupported", words, f"tools[{place}]")
        found[function["name"]] = tool
    return found


def _inline(tool: Json) -> Json:
    function = tool["function"]
    return {name: function[name] for name in ("name", "description", "parameters") if function.get(name) is not None}


def _choice(choice: Any) -> Any:
    """OpenAI's choice in the words of the resolve API."""
    if isinstance(choice, dict) and isinstance(function := choice.get("function"), dict):
        return {"tool": function.get("name")}
    return choice


def _decoded(said: str) -> Json:
    try:
        found = decode_json(said.encode())
    except (MalformedJSON, UnicodeEncodeError):
        found = None
    if not isinstance(found, dict):
        raise _bad("wrong_type", f"{header_of('attributes')}: this is no JSON object.", None)
    return found


def _object(body: Json, name: str, param: str | None = None) -> Json:
    found = body.get(name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise _bad("wrong_type", f"{param or name}: this is no object.", param or name)
    return found


def _bad(code: str, message: str, param: str | None) -> ChatRefused:
    return ChatRefused(400, code, message, param=param)
