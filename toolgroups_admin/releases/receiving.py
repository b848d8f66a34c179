"""What must hold of an HTTP request before its body is understood: host, key, type and size."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from . import live
from .live import LiveKey, State
from .permitting import Refused
from .settled import settled

Environ = Mapping[str, Any]

MOST_DIGITS = 20  # of a length in bytes
MOST_DEPTH = 100  # of a body that is passed on, recorded and signed, which all go down it by recursion
DEBUG_HOSTS = (".localhost", "127.0.0.1", "[::1]")


class Terms(NamedTuple):
    """The settings that a request is held against."""

    hosts: tuple[str, ...]
    believes_forwarded_host: bool
    https_only: bool
    proxy_header: tuple[str, str] | None
    most_bytes: int


@settled
def terms() -> Terms:
    """The terms of this process."""
    hosts = settings.ALLOWED_HOSTS or (DEBUG_HOSTS if settings.DEBUG else ())
    return Terms(
        hosts=tuple(hosts),
        believes_forwarded_host=settings.USE_X_FORWARDED_HOST,
        https_only=settings.SECURE_SSL_REDIRECT,
        proxy_header=settings.SECURE_PROXY_SSL_HEADER,
        most_bytes=settings.RESOLVE_MAX_BYTES,
    )


def is_too_open(environ: Environ) -> bool:
    """Whether the request came by plain HTTP though HTTPS is wanted; Django redirects it."""
    _, _, https_only, proxy_header, _ = terms()
    if not https_only:
        return False
    if proxy_header and (said := environ.get(proxy_header[0])) is not None:
        return bool(said.split(",", 1)[0].strip() != proxy_header[1])
    return bool(environ["wsgi.url_scheme"] != "https")


def check_host(environ: Environ) -> None:
    """Raises `Refused` unless the request is meant for one of ALLOWED_HOSTS, as Django judges it."""
    hosts, believes_forwarded_host, *_ = terms()
    host = environ.get("HTTP_HOST", environ["SERVER_NAME"])
    if believes_forwarded_host:
        host = environ.get("HTTP_X_FORWARDED_HOST", host)
    if not _is_allowed(host, hosts):
        raise foreign_host()


def foreign_host() -> Refused:
    """The refusal of a request that is meant for another server."""
    return Refused("foreign_host", "The header Host names none of this server's names; ALLOWED_HOSTS lists them.")


def authenticated(environ: Environ, state: State) -> LiveKey:
    """The key that the header Authorization shows, noted as used; raises `Refused` when none is valid now."""
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Refused(
            "key_missing",
            "Send the header Authorization: Bearer, followed by an API key.",
            headers={"WWW-Authenticate": 'Bearer realm="toolgroups-admin"'},
        )
    key = state.key_for(token)
    if key is None:
        raise Refused(
            "key_not_valid",
            "The key is unknown, revoked or expired.",
            headers={"WWW-Authenticate": 'Bearer realm="toolgroups-admin", error="invalid_token"'},
        )
    live.note_use(key)
    return key


def read_body(environ: Environ, most: int | None = None) -> bytes:
    """The body, unless it is declared as something else than JSON or is larger than RESOLVE_MAX_BYTES, or as given."""
    if not _is_json(environ.get("CONTENT_TYPE", ""), environ.get("HTTP_CONTENT_ENCODING", "")):
        raise Refused(
            "unsupported_media_type",
            "Send the body as Content-Type: application/json, in UTF-8 and not compressed.",
            headers={"Accept": "application/json"},
        )
    most = terms().most_bytes if most is None else most
    length = _declared_length(environ)
    if length is None:
        return _read(environ["wsgi.input"], most + 1, most) if environ.get("wsgi.input_terminated") else b""
    if length > most:
        raise _too_large(most)
    data = _read(environ["wsgi.input"], length, most)
    if len(data) < length:
        raise Refused("bad_request", "The body is shorter than the header Content-Length says.")
    return data


def declares_more(environ: Environ, most: int) -> bool:
    """Whether the request says a length that `read_body` refuses."""
    try:
        return (_declared_length(environ) or 0) > most
    except Refused:
        return True


@lru_cache(maxsize=1024)
def _is_allowed(host: str, allowed: tuple[str, ...]) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, allowed)


@lru_cache(maxsize=256)
def _is_json(media_type: str, encoding: str) -> bool:
    if encoding.lower() not in ("", "identity"):
        return False
    kind, *parameters = (part.strip().lower() for part in media_type.split(";"))
    charsets = [value.strip('" ') for name, _, value in (p.partition("=") for p in parameters) if name == "charset"]
    return kind == "application/json" and all(charset in ("utf-8", "utf8") for charset in charsets)


def _declared_length(environ: Environ) -> int | None:
    """The length that the request declares; None when it declares none, as with chunks."""
    declared = environ.get("CONTENT_LENGTH") or None
    if declared is None or environ.get("HTTP_TRANSFER_ENCODING"):
        return None
    if not (declared.isascii() and declared.isdigit()) or len(declared) > MOST_DIGITS:
        raise Refused("bad_request", "The header Content-Length is no number of bytes.")
    return int(declared)


def _read(stream: Any, wanted: int, most: int) -> bytes:
    data: bytes = stream.read(wanted)
    while len(data) < wanted and (more := stream.read(wanted - len(data))):
        data += more
    if len(data) > most:
        raise _too_large(most)
    return data


def _too_large(most: int) -> Refused:
    return Refused("body_too_large", f"The body is larger than {most} bytes.")
