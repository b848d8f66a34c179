"""The English words that a page in Chinese still shows."""

import re
from html.parser import HTMLParser

WORD = re.compile(r"[A-Za-z]{3,}")
RANDOM = re.compile(r"\btga_\S+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # tokens and identifiers
LATIN_IN_CHINESE = {
    "ToolGroups",
    "Admin",
    "API",
    "JSON",
    "Schema",
    "auto",
    "none",
    "required",
    "tool",
    "kind",
    "client",
    "always",
    "English",
    "HTTP",
    "MCP",
    "Python",
    "esc",
    "hans",
    "LDAP",
    "UTC",
    "localhost",
}


class Words(HTMLParser):
    """The words that a person sees on a page, and those that a screen reader says."""

    SILENT = ("script", "style", "textarea", "code", "pre")

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._within: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        said = (named.get(name) or "" for name in ("placeholder", "aria-label", "alt", "title"))
        self.found.update(WORD.findall(" ".join(said)))
        if tag not in {"input", "br", "hr", "img", "link", "meta", "source", "wbr"}:
            self._within.append(tag in self.SILENT or "material-symbols" in (named.get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        if self._within:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._within):
            self.found.update(WORD.findall(RANDOM.sub("", data)))


def english_of(page: str, *, also: frozenset[str] = frozenset()) -> set[str]:
    """The words of three Latin letters and more, but for names that are the same in Chinese, and for these."""
    words = Words()
    words.feed(page)
    return words.found - LATIN_IN_CHINESE - also
