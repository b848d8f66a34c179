"""Java's inline flags, as they hold at one place of a pattern."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Flags:
    """One field for each flag letter; (?U) brings (?u) with it, on and off."""

    ignore_case: bool = False
    multiline: bool = False
    dot_all: bool = False
    unix_lines: bool = False
    unicode_case: bool = False
    comments: bool = False
    unicode_classes: bool = False

    def with_(self, letter: str, *, on: bool) -> "Flags":
        """The same with one flag switched; the letter must be one of `FLAG_NAMES`."""
        return replace(self, **dict.fromkeys(FLAG_NAMES[letter], on))


FLAG_NAMES = {
    "i": ("ignore_case",),
    "m": ("multiline",),
    "s": ("dot_all",),
    "d": ("unix_lines",),
    "u": ("unicode_case",),
    "x": ("comments",),
    "U": ("unicode_classes", "unicode_case"),
}
