"""The English words that a page in Chinese still shows."""

import re
from html.parser import HTMLParser

WORD = re.compile(r"[A-Za-z]{3,}")
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

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = [value for name, value in attrs if name in {"placeholder", "aria-label", "alt"} and value]
        self.found.update(WORD.findall(" ".join(said)))

    def handle_data(self, data: str) -> None:
        self.found.update(WORD.findall(data))


def english_of(page: str) -> set[str]:
    """The words of three Latin letters and more, but for names that are the same in Chinese."""
    words = Words()
    words.feed(
        re.sub(
            r"<(script|style|textarea|pre|code)\b.*?</\1>|<(\w+)[^>]*material-symbols[^>]*>[^<]*</\2>",
            "",
            page,
            flags=re.DOTALL,
        )
    )
    return words.found - LATIN_IN_CHINESE
