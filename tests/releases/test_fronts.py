"""What the fronts make of a request before anybody looks at it: headers and body as they came over the wire."""

import asyncio
from typing import Any

import pytest

from toolgroups_admin.releases.fronts import Environ, environ_of, take_body, with_front
from toolgroups_admin.releases.permitting import Refused
from toolgroups_admin.releases.receiving import read_body

PATH = "/ask"
JSON = ("content-type", "application/json")


def scope(*headers: tuple[str, str]) -> dict[str, Any]:
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http", "method": "POST", "path": PATH, "headers": encoded}


def body_of(messages: list[dict[str, Any]], *headers: tuple[str, str], most: int = 100) -> tuple[list[bytes], int]:
    """The bodies that were read, and how many messages nobody fetched."""
    read: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def respond(environ: Environ, receive: Any, send: Any) -> None:
        await take_body(environ, receive, most)
        read.append(read_body(environ, most))

    async def nobody(*_: Any) -> None:
        raise AssertionError

    asyncio.run(with_front(nobody, PATH, respond)(scope(JSON, *headers), receive, nobody))
    return read, len(messages)


def piece(data: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": data, "more_body": more}


def test_a_header_with_an_underscore_stands_for_none_with_a_hyphen() -> None:
    environ = environ_of(scope(("x-forwarded-proto", "http"), ("x_forwarded_proto", "https"), ("content_length", "²")))

    assert environ["HTTP_X_FORWARDED_PROTO"] == "http"
    assert "CONTENT_LENGTH" not in environ


def test_a_header_that_comes_twice_is_joined() -> None:
    environ = environ_of(scope(("authorization", "Bearer a"), ("authorization", "Bearer b")))

    assert environ["HTTP_AUTHORIZATION"] == "Bearer a,Bearer b"


def test_a_body_is_put_together_from_its_pieces() -> None:
    assert body_of([piece(b"{", more=True), piece(b"}")]) == ([b"{}"], 0)


def test_of_a_body_whose_pieces_are_too_many_no_more_are_fetched() -> None:
    with pytest.raises(Refused, match="larger than 3 bytes"):
        body_of([piece(b"12", more=True), piece(b"34", more=True)], most=3)


def test_whoever_goes_away_before_the_body_is_there_gets_no_answer() -> None:
    assert body_of([piece(b"{}", more=True), {"type": "http.disconnect"}]) == ([], 0)


@pytest.mark.parametrize("length", ["²", "9" * 5000, "-1", "1,1"])
def test_a_length_that_is_no_number_is_refused_without_a_body(length: str) -> None:
    with pytest.raises(Refused, match="no number of bytes"):
        body_of([], ("content-length", length))


def test_a_body_that_is_shorter_than_it_says_is_refused() -> None:
    with pytest.raises(Refused, match="shorter"):
        body_of([piece(b"{}")], ("content-length", "3"))
