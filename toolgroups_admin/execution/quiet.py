"""Libraries that would log addresses, arguments and tool contexts keep silent unless somebody asks them to speak."""

import logging

# Their lines below a warning hold whole URLs and messages: values, which no log of ours has (field case 30).
_TALKATIVE = ("httpcore2", "httpx2", "mcp")


def quieten() -> None:
    """Raises the level of each such logger, unless it has one of its own."""
    for name in _TALKATIVE:
        if logging.getLogger(name).level == logging.NOTSET:
            logging.getLogger(name).setLevel(logging.WARNING)
