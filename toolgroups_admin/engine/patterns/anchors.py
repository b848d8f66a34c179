r"""Places in a text (`^ $ \b \G` …) in Java's sense, in the words of the `regex` library."""

from .flags import Flags
from .nodes import Anchor
from .properties import UNICODE_WORD

START = Anchor(r"\A")
STOP = Anchor(r"\Z")

_LINE_END = r"(?<!\r)\n|[\r\x85\u2028\u2029]"
_LAST_LINE_END = Anchor(rf"(?=(?:\r\n|{_LINE_END})?\Z)")
_LAST_NEWLINE = Anchor(r"(?=\n?\Z)")
_EVERY_LINE_END = Anchor(rf"(?={_LINE_END}|\Z)")
_EVERY_NEWLINE = Anchor(r"(?=\n|\Z)")
_LINE_START = Anchor(r"(?:(?<=[\n\x85\u2028\u2029])|(?<=\r)(?!\n)|\A)(?!\Z)")
_NEWLINE_START = Anchor(r"(?:(?<=\n)|\A)(?!\Z)")


def caret(flags: Flags) -> Anchor:
    """`^`: the start of the text, or with (?m) of each line that holds anything."""
    if not flags.multiline:
        return START
    return _NEWLINE_START if flags.unix_lines else _LINE_START


def dollar(flags: Flags) -> Anchor:
    """`$`: the end of the text and the place before a final line break, or with (?m) the end of each line."""
    if not flags.multiline:
        return before_final_break(flags)
    return _EVERY_NEWLINE if flags.unix_lines else _EVERY_LINE_END


def before_final_break(flags: Flags) -> Anchor:
    r"""`\Z`: the end of the text and the place before a final line break."""
    return _LAST_NEWLINE if flags.unix_lines else _LAST_LINE_END


def boundary(flags: Flags) -> Anchor:
    r"""`\b` as in JDK 17: letters and digits of all scripts, `_`, and marks that stand on a letter or digit."""
    return _UNICODE_BOUNDARY if flags.unicode_classes else _BOUNDARY


def no_boundary(flags: Flags) -> Anchor:
    r"""`\B`: everywhere else."""
    return Anchor(f"(?!{boundary(flags).source})", in_pair=True)


def _boundary(before: str, after: str) -> Anchor:
    return Anchor(f"(?:{before}(?!{after})|(?!{before}){after})")


_BASE = r"[[\p{L}\p{Nd}]&&[\x00-\uFFFF]]"
_MARK = r"[\p{Mn}&&[\x00-\uFFFF]]"
_BOUNDARY = _boundary(
    before=rf"(?<=[\p{{L}}\p{{Nd}}_]|{_BASE}{_MARK}+)",
    after=rf"(?:(?=[\p{{L}}\p{{Nd}}_])|(?=\p{{Mn}})(?<={_BASE}{_MARK}*))",
)
_UNICODE_BOUNDARY = _boundary(before=f"(?<={UNICODE_WORD.source})", after=f"(?={UNICODE_WORD.source})")
