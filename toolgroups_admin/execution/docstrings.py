"""What a docstring says: the description, and a sentence for each parameter (Google, NumPy and Sphinx manner)."""

import inspect
import re
from dataclasses import dataclass, field

_SECTIONS = (
    "args",
    "arguments",
    "parameters",
    "params",
    "returns",
    "return",
    "raises",
    "yields",
    "examples",
    "example",
    "note",
    "notes",
)
_OF_PARAMETERS = ("args", "arguments", "parameters", "params")
_HEADING = re.compile(r"(?i)(\w+):?\s*$")
_GOOGLE = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s+(.*)$")
_NUMPY = re.compile(r"\*{0,2}(\w+)\s*(?::.*)?$")
_SPHINX = re.compile(r":(\w+)(?:\s+(?:[^:]*\s)?\*{0,2}(\w+))?\s*:\s*(.*)$")
_SPHINX_PARAMETERS = ("param", "parameter", "arg", "argument")


@dataclass(slots=True)
class Described:
    """A description, and those of parameters by name."""

    description: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


def read_docstring(text: str | None) -> Described:
    """The parts of a docstring; what no manner covers stays in the description."""
    lines = inspect.cleandoc(text or "").splitlines()
    described, prose, place = Described(), list[str](), 0
    while place < len(lines):
        if _heading(lines, place) is not None:
            place = _section(lines, place, described)
        elif lines[place].startswith(":") and (field_ := _SPHINX.match(lines[place])):
            place = _field(lines, place, field_, described)
        else:
            prose.append(lines[place])
            place += 1
    described.description = "\n".join(prose).strip()
    return described


def _heading(lines: list[str], place: int) -> str | None:
    """The name of the section that begins here."""
    found = _HEADING.match(lines[place])
    if not found or found[1].lower() not in _SECTIONS:
        return None
    following = lines[place + 1] if place + 1 < len(lines) else ""
    is_numpy = bool(following.strip()) and not following.strip("- ")
    is_google = lines[place].rstrip().endswith(":") and following[:1].isspace()
    return found[1].lower() if is_numpy or is_google else None


def _section(lines: list[str], place: int, described: Described) -> int:
    """Reads one section; answers where it ends."""
    name = _heading(lines, place) or ""
    is_numpy = not lines[place + 1].strip("- ")
    end = begin = place + (2 if is_numpy else 1)
    while end < len(lines) and _heading(lines, end) is None and (is_numpy or lines[end][:1] in ("", " ", "\t")):
        end += 1
    if name in _OF_PARAMETERS:
        _entries(lines[begin:end], _NUMPY if is_numpy else _GOOGLE, described)
    return end


def _entries(lines: list[str], manner: re.Pattern[str], described: Described) -> None:
    """Entries stand at the section's own indent, their further lines deeper."""
    filled = [line for line in lines if line.strip()]
    own = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    name = None
    for line in filled:
        found = manner.match(line.strip()) if len(line) - len(line.lstrip()) == own else None
        if found:
            name = found[1]
            described.parameters[name] = found[2].strip() if manner is _GOOGLE else ""
        elif name is not None:
            described.parameters[name] = f"{described.parameters[name]} {line.strip()}".strip()


def _field(lines: list[str], place: int, field_: re.Match[str], described: Described) -> int:
    """Reads one `:param name: …`, or skips another field; answers where it ends."""
    words = [field_[3].strip()]
    place += 1
    while place < len(lines) and lines[place][:1].isspace():
        words.append(lines[place].strip())
        place += 1
    if field_[1] in _SPHINX_PARAMETERS and field_[2]:
        described.parameters[field_[2]] = " ".join(words).strip()
    return place
