"""How much a text says, in English and in Chinese, and the words that say nothing."""

import re
from typing import Final

# Characters of scripts that are written without spaces: about one and a half of them say what an English word does.
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LEAST_WORDS: Final = 4
_LEAST_DENSE: Final = 6

_VAGUE_ENGLISH: Final = (
    r"and so on|anything|etc|does stuff|helper (?:function|method|tool)|misc|miscellaneous|some kind of|something|stuff"
    r"|tbd|this tool|things|todo|tool for|useful (?:function|tool)|utility|various|whatever"
)
_VAGUE_CHINESE: Final = (
    "一些|之类|什么的|各种|各类|处理数据|多种功能|实用工具|工具函数|常用功能|待定|待补充|待完善|某些|某种"
    "|测试用|相关信息|相关功能|相关操作|相关数据|等等|等功能|等操作|若干"
)
_VAGUE = re.compile(rf"\b(?:{_VAGUE_ENGLISH})\b|{_VAGUE_CHINESE}", re.IGNORECASE)


def is_short(text: str) -> bool:
    """True when a text has less than four words, or six Chinese characters, or a mixture that says as little."""
    dense = len(_DENSE.findall(text))
    words = len(_WORD.findall(_DENSE.sub(" ", text)))
    return dense / _LEAST_DENSE + words / _LEAST_WORDS < 1


def vague_words(text: str) -> tuple[str, ...]:
    """The words of a text that could stand in any description, each once, in order."""
    return tuple(dict.fromkeys(found.group() for found in _VAGUE.finditer(text)))


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, whatever stands between them."""
    return tuple(word.lower() for word in _WORD.findall(text))
