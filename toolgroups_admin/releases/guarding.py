"""What the guard for outgoing calls will say of an address, told before anything is called."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from .connecting import allow_list_of
from .models import Environment

PORTS = {"http": 80, "https": 443}
PRIVATE = ip_address("127.0.0.1")


def guard_words(environment: Environment, address: str) -> str:
    """One sentence: whether calls to the address go out, and what would let them; nothing is resolved or called."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 443)
    except ValueError:
        return ""
    literal = PRIVATE if host == "localhost" else _literal(host)
    permitted = allow_list_of(environment).permits(host, port, literal or PRIVATE)
    named = {"host": f"[{host}]:{port}" if ":" in host else f"{host}:{port}", "environment": environment}
    if permitted:
        return _("Calls to %(host)s go out.") % named
    if literal is None:
        words = _(
            "The name is resolved at each call. Where it leads to a private address, the call is refused unless "
            "%(host)s stands among the private addresses that may be called, on the page of %(environment)s."
        )
    else:
        words = _(
            "This address is private: calls are refused unless %(host)s stands among the private addresses that may "
            "be called, on the page of %(environment)s."
        )
    return words % named


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
