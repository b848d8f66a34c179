"""How many tokens a model request's tools and prompts take: counted once for each text in a process."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec

import msgspec

from toolgroups_admin.engine import Catalog, Resolution, Tool, definition_of

ENCODING = "o200k_base"
MOST_COUNTED = 200_000

_encode = msgspec.json.Encoder().encode
_counted: dict[bytes, int] = {}


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of the tools and the system prompt that are sent, and of those that would be if every group hit."""

    sent: int
    saved: int
    encoding: str = ENCODING


def tokens_of(resolution: Resolution, catalog: Catalog, format: str) -> Tokens:
    """What is sent in this format, and what is saved by the groups that did not hit."""
    offered = [offer.tool for offer in resolution.offers]
    sent = _of_tools(offered, format) + count(resolution.system_prompt or "")
    prompt = catalog.prompts[resolution.prompt]
    missed = [group for group in prompt.groups if group.name not in resolution.groups]
    names = {tool.name for tool in offered}
    spared = {offer.tool.name: offer.tool for group in missed for offer in group.offers}
    prompts = sum(count(group.system_prompt) for group in missed)
    return Tokens(sent, _of_tools((tool for name, tool in spared.items() if name not in names), format) + prompts)


def count(text: str | bytes) -> int:
    """The tokens of a text; a text that was seen before is not counted again."""
    encoded = text.encode(errors="replace") if isinstance(text, str) else text
    return _kept(encoded, lambda: encoded) if encoded else 0


def _of_tools(tools: Iterable[Tool], format: str) -> int:
    return sum(_of_tool(tool, format) for tool in tools)


def _of_tool(tool: Tool, format: str) -> int:
    """Of a tool that was seen before, in this catalog or another, the provider's form is not made again."""
    seen = _encode((format, tool.name, tool.description, tool.parameters))
    return _kept(seen, lambda: definition_of(tool, format).encoded)


def _kept(seen: bytes, text: Callable[[], bytes]) -> int:
    digest = sha256(seen).digest()
    found = _counted.get(digest)
    if found is None:
        if len(_counted) >= MOST_COUNTED:
            _counted.clear()
        found = _counted[digest] = _counter()(text().decode())
    return found


@lru_cache(maxsize=1)
def _counter() -> Callable[[str], int]:
    """Loaded at the first count, for 0.1 s and 70 MB, of which processes that show no page have no need.

    Only the part in Rust is loaded: the package around it reads each of its vocabularies once more into Python objects,
    also those that nobody asks for, which takes seven times as long and as much memory again.
    """
    package = find_spec("bpe_openai")
    found = PathFinder.find_spec("_bindings", package.submodule_search_locations) if package else None
    if found is None or found.loader is None:
        raise ModuleNotFoundError("bpe_openai has no _bindings here. Install it as constraints.txt says.")
    bindings = module_from_spec(found)
    found.loader.exec_module(bindings)
    count: Callable[[str], int] = bindings.tokenizer_for_encoding(ENCODING).count
    return count
