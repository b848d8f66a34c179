"""Which internet addresses are public: everything else is refused unless an administrator allows it (field case 47)."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# The registries of special addresses, written out: what Python calls private differs between its versions.
_NOT_PUBLIC_4 = (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",
    "100.64.0.0/10",  # shared by carriers; a cloud's metadata service lives here too
    "127.0.0.0/8",
    "168.63.129.16/32",  # a cloud's host agent, at an address that looks public
    "169.254.0.0/16",  # link-local, metadata services
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",  # documentation
    "192.88.99.0/24",  # 6to4 relays
    "192.168.0.0/16",
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, broadcast
)
# Of IPv6 only 2000::/3 is given out at all, so mapped, NAT64, unique local and link-local forms fall away by themselves.
_GIVEN_OUT_6 = "2000::/3"
_NOT_PUBLIC_6 = (
    "2001::/23",  # protocols, Teredo among them
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4
    "3fff::/20",  # documentation
)
_ISATAP = (0x00005EFE, 0x02005EFE)  # an IPv4 address follows in the last 32 bits

_REFUSED = tuple(ip_network(text) for text in (*_NOT_PUBLIC_4, *_NOT_PUBLIC_6))
_PUBLIC_6 = ip_network(_GIVEN_OUT_6)


def is_public(address: Address) -> bool:
    """True for an address that anybody on the internet could call, in a form that hides no other address."""
    if isinstance(address, IPv6Address):
        if address not in _PUBLIC_6 or address.scope_id is not None:
            return False
        if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
            return False
    return not any(address in network for network in _REFUSED)


def address_of(text: str) -> Address | None:
    """The address that this text spells, or None when it spells none."""
    try:
        return ip_address(text)
    except ValueError:
        return None
