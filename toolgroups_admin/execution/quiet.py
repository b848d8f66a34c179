"""Libraries that would log addresses, arguments and tool contexts keep silent unless somebody asks them to speak."""

import logging

# Their lines hold whole URLs and messages: values, which no log of ours has (field case 30). The MCP client's lines of
# errors do too; each error is told by the call that met it.
_TALKATIVE = {
    "httpcore2": logging.WARNING,
    "httpx2": logging.WARNING,
    "mcp.client": logging.CRITICAL,
    "mcp.shared": logging.WARNING,
    "client": logging.CRITICAL,
}


def quieten() -> None:
    """Raises the level of each such logger, unless it has one of its own."""
    for name, level in _TALKATIVE.items():
        if logging.getLogger(name).level == logging.NOTSET:
            logging.getLogger(name).setLevel(level)
