"""Tool tokens: what a resolve decided may be called, signed, for a caller who has its calls executed here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.core import signing

from toolgroups_admin.engine import ModelRequest
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.releases.state import LiveKey, LiveRelease

SALT: Final = "toolgroups_admin.tool_token"
SECONDS: Final = 15 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolToken:
    """A decision and its tools: by the name that was sent, the tool's key (None when the caller brought it) and source.

    Never holds an argument, a message or a tool context.
    """

    decision: str
    environment: str
    key: int
    prompt: str
    release: str
    tools: Mapping[str, tuple[str | None, str]]


def token_of(*, decision: str, key: LiveKey, release: LiveRelease, prompt: str, request: ModelRequest) -> str:
    """The token of a decision, for this key alone."""
    tools = {name: (offer.tool.key, offer.source) for name, offer in request.names.items()}
    members = [decision, release.environment, key.id, prompt, release.digest, tools]
    return signing.dumps(members, salt=SALT)


def read_token(text: str, key: LiveKey, *, seconds: int = SECONDS) -> ToolToken:
    """The token that a key shows; raises `Refused` for one that is not this key's, or too old."""
    try:
        decision, environment, owner, prompt, release, tools = signing.loads(text, salt=SALT, max_age=seconds)
    except signing.SignatureExpired:
        raise Refused(
            "tool_token_expired", f"The tool token is older than {SECONDS // 60} minutes; resolve again."
        ) from None
    except (signing.BadSignature, ValueError):
        raise _not_valid() from None
    if owner != key.id or environment != key.environment:
        raise _not_valid()
    return ToolToken(
        decision=decision,
        environment=environment,
        key=owner,
        prompt=prompt,
        release=release,
        tools={name: (tool, source) for name, (tool, source) in tools.items()},
    )


def _not_valid() -> Refused:
    return Refused("tool_token_not_valid", "The tool token is none of this server's for this key and environment.")
