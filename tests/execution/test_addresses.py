"""What counts as public, held against Python's own opinion and against addresses that hide in others."""

from ipaddress import IPv4Address, IPv6Address

from hypothesis import given, settings
from hypothesis import strategies as st

from toolgroups_admin.execution.addresses import is_public

IPV4 = st.integers(0, 2**32 - 1).map(IPv4Address)
IPV6 = st.integers(0, 2**128 - 1).map(IPv6Address)
GIVEN_OUT = st.integers(0x2000 << 112, (0x4000 << 112) - 1).map(IPv6Address)


@settings(max_examples=150)
@given(address=st.one_of(IPV4, IPV6, GIVEN_OUT))
def test_nothing_is_public_that_python_takes_for_special(address: IPv4Address | IPv6Address) -> None:
    special = not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified

    assert not (is_public(address) and special)


@settings(max_examples=50)
@given(hidden=IPV4)
def test_no_address_that_hides_another_is_public(hidden: IPv4Address) -> None:
    number = int(hidden)
    forms = [
        number,
        0xFFFF << 32 | number,  # mapped
        0x64FF9B << 96 | number,  # NAT64
        0x2002 << 112 | number << 80,  # 6to4
        0x20010000 << 96 | number ^ 0xFFFFFFFF,  # Teredo
        0x2A001450 << 96 | 0x5EFE << 32 | number,  # ISATAP
    ]

    assert not any(is_public(IPv6Address(form)) for form in forms)


@settings(max_examples=50)
@given(address=IPV4)
def test_most_of_the_internet_is_public(address: IPv4Address) -> None:
    special = not address.is_global or address.is_multicast or int(address) >> 24 in (168, 192)

    assert is_public(address) or special
