"""Allow lists: what may be written, what it permits, and what is said of an entry that cannot be read."""

from ipaddress import ip_address

import pytest

from toolgroups_admin.execution import AllowList, InvalidAllowEntry

PERMITTED = [
    ("10.1.0.0/16", "any.example", 80, "10.1.2.3"),
    ("10.1.2.3", "any.example", 80, "10.1.2.3"),
    ("10.1.2.3:8080", "any.example", 8080, "10.1.2.3"),
    ("localhost:8080", "LocalHost.", 8080, "127.0.0.1"),
    ("crm.internal", "crm.internal", 443, "192.168.3.4"),
    ("[::1]:9000", "any.example", 9000, "::1"),
    ("fd00::/8", "any.example", 443, "fd12::1"),
    ("[fd00::/8]:443", "any.example", 443, "fd12::1"),
]
NOT_PERMITTED = [
    ("10.1.0.0/16", "any.example", 80, "10.2.0.1"),
    ("10.1.0.0/16", "any.example", 80, "::ffff:10.1.0.1"),
    ("localhost:8080", "localhost", 8081, "127.0.0.1"),
    ("crm.internal", "other.internal", 443, "192.168.3.4"),
    ("[::1]:9000", "any.example", 9001, "::1"),
]
UNREADABLE = [
    *("", "   ", "10.1.0.5/16", "10.1.0.0/33", "localhost:", "localhost:0", "localhost:65536", "localhost:http"),
    *("http://localhost", "user@host", "[::1", "[::1]9000", "127.1", "0x7f.1", "2130706433", "a..b", "-a", "a b", "*"),
    *("localhost:٣", "local\u0000host"),
]


@pytest.mark.parametrize(("entry", "host", "port", "address"), PERMITTED)
def test_an_entry_permits_what_it_names(entry: str, host: str, port: int, address: str) -> None:
    assert AllowList([entry]).permits(host, port, ip_address(address))


@pytest.mark.parametrize(("entry", "host", "port", "address"), NOT_PERMITTED)
def test_an_entry_permits_nothing_else(entry: str, host: str, port: int, address: str) -> None:
    assert not AllowList([entry]).permits(host, port, ip_address(address))


@pytest.mark.parametrize("entry", UNREADABLE)
def test_an_entry_that_cannot_be_read_is_named_with_what_to_write(entry: str) -> None:
    with pytest.raises(InvalidAllowEntry) as invalid:
        AllowList(["localhost", entry])

    assert repr(entry.strip()) in str(invalid.value)
    assert "localhost:8080" in str(invalid.value)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
)
def test_public_addresses_need_no_entry(address: str) -> None:
    assert AllowList().permits("any.example", 443, ip_address(address))


def test_equal_entries_make_equal_lists() -> None:
    assert len({AllowList(["localhost"]), AllowList([" localhost "]), AllowList()}) == 2
