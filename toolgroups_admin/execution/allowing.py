"""What an administrator allows beyond the public internet: hosts, networks and ports."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import NamedTuple

from .addresses import Address, Network, address_of, is_public

_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_NUMBER_LIKE = re.compile(
    r"(.*\.)?(0x[0-9a-f]*|\d+)"
)  # 127.1, 0x7f.1: read as addresses by some and as names by others
_FORMS = "Write a host, an address or a network, each with or without a port: localhost:8080, 10.1.0.0/16, [::1]:9000"


class InvalidAllowEntry(ValueError):
    """An entry of an allow list that cannot be read; `value` is the entry."""

    def __init__(self, value: str, why: str) -> None:
        self.value = value
        super().__init__(f"{value!r} is no entry of an allow list: {why}. {_FORMS}")


class _Entry(NamedTuple):
    host: str | Network
    port: int | None

    def permits(self, host: str, port: int, address: Address) -> bool:
        if self.port not in (None, port):
            return False
        if isinstance(self.host, str):
            return self.host == host
        return self.host.version == address.version and address in self.host


@dataclass(frozen=True)
class AllowList:
    """Hosts, addresses and networks that may be called though they are not public, each with or without a port.

    A host that is named here may resolve to any address. Raises `InvalidAllowEntry` with the entry that cannot be read.
    """

    entries: tuple[str, ...] = ()
    _parsed: tuple[_Entry, ...] = field(init=False, repr=False, compare=False)

    def __init__(self, entries: Iterable[str] = ()) -> None:
        object.__setattr__(self, "entries", tuple(entry.strip() for entry in entries))
        object.__setattr__(self, "_parsed", tuple(_parse(entry) for entry in self.entries))

    def permits(self, host: str, port: int, address: Address) -> bool:
        """Whether this address, to which this host resolved, may be called on this port."""
        name = host.lower().rstrip(".")
        return is_public(address) or any(entry.permits(name, port, address) for entry in self._parsed)


def _parse(entry: str) -> _Entry:
    host, port = _split(entry)
    if port is not None and not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65535):
        raise InvalidAllowEntry(entry, f"{port!r} is no port from 1 to 65535")
    number = None if port is None else int(port)
    if "/" in host or address_of(host) is not None:
        return _Entry(_network(entry, host), number)
    name = host.lower().rstrip(".")
    if not _NAME.fullmatch(name) or _NUMBER_LIKE.fullmatch(name):
        raise InvalidAllowEntry(entry, f"{host!r} is neither a host's name nor an address")
    return _Entry(name, number)


def _split(entry: str) -> tuple[str, str | None]:
    if entry.startswith("["):
        host, bracket, rest = entry[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise InvalidAllowEntry(entry, "its brackets do not close round an address")
        return host, rest[1:] if rest else None
    if entry.count(":") != 1:
        return entry, None
    host, _, port = entry.partition(":")
    return host, port


def _network(entry: str, host: str) -> Network:
    try:
        return ip_network(host)
    except ValueError as error:
        raise InvalidAllowEntry(entry, str(error)) from error
