"""What was changed in a tool so that a provider takes it, and why a tool had to be left out."""

from ..notice import Notice
from ..paths import ROOT, at

Path = tuple[str | int, ...]

PARAMETERS: Path = ("parameters",)  # where a tool's schema stands in the tool


class Unsendable(Exception):
    """The tool cannot be sent in this format; `notice` says why."""

    def __init__(self, code: str, path: Path, why: str) -> None:
        self.notice = Notice(code, at(ROOT, *path), f"{why}; the tool is left out")
        super().__init__(why)


class Repairs:
    """Collects notices in the order in which they came, each once."""

    def __init__(self) -> None:
        self._notices: dict[Notice, None] = {}

    def note(self, code: str, path: Path, detail: str) -> None:
        """Notes one thing that was changed or that a person should look at."""
        self._notices[Notice(code, at(ROOT, *path), detail)] = None

    @property
    def notices(self) -> tuple[Notice, ...]:
        return tuple(self._notices)
