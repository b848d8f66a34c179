"""Nothing goes out to an address that nobody allowed, however it is spelled or reached (field case 47)."""

import asyncio
import threading
from collections.abc import Sequence

import httpx2
import pytest

from tests.execution.servers import Asked, Destination, Says, redirect, serving
from toolgroups_admin.execution import AddressRefused, AllowList, async_guarded_client, guarded_client
from toolgroups_admin.execution.guard import AsyncGuardedBackend, GuardedBackend, resolve_name

NOBODY = AllowList()
TEXT = "This address may not be called from here; an administrator can allow it on the environment's page"

HOSTS = [
    # loopback
    *(
        "127.0.0.1",
        "127.0.0.2",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
    ),
    *("localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "①②⑦.⓪.⓪.①", "[::1]", "[0:0:0:0:0:0:0:1]"),
    # unspecified, private, carriers, link-local, metadata
    *(
        "0.0.0.0",
        "0",
        "[::]",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "100.64.0.1",
    ),
    *("169.254.169.254", "0xa9fea9fe", "2852039166", "169.254.1.1", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
    *("[fe80::1]", "[fd00:ec2::254]", "[fc00::1]", "[fec0::1]"),
    # multicast, broadcast, reserved, documentation, benchmarks
    *(
        "224.0.0.1",
        "255.255.255.255",
        "240.0.0.1",
        "192.0.2.1",
        "198.51.100.7",
        "203.0.113.9",
        "198.18.0.1",
        "[ff02::1]",
    ),
    *("[2001:db8::1]", "[3fff::1]", "[100::1]"),
    # one address inside another
    *(
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::ffff:8.8.8.8]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::1]",
    ),
    *("[2002:7f00:1::]", "[2001:0:7f00:1::1]", "[2a00:1450::5efe:7f00:1]"),
    # what is no host at all
    *("", "[::1", "a b", "..", "x" * 300, "[fe80::1%25lo]", "%31%32%37.0.0.1"),
]
URLS = [
    *(f"http://{host}:9/" for host in HOSTS),
    *(
        "http://user:word@example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "unix:///run/s",
    ),
    *("//example.com/", "example.com", "data:,x", "http://example.com@127.0.0.1/", "http://127.0.0.1#@example.com/"),
]


@pytest.mark.parametrize("url", URLS)
def test_an_address_that_nobody_allowed_is_refused_with_one_text(url: str) -> None:
    with guarded_client(NOBODY) as client, pytest.raises(AddressRefused) as refused:
        client.get(url)

    assert (type(refused.value), str(refused.value)) == (AddressRefused, TEXT)


@pytest.mark.parametrize("url", URLS)
def test_a_redirect_there_is_refused_with_the_same_text(url: str) -> None:
    if "://" not in url:
        url = "http://127.0.0.1:9/"  # without a scheme it is a path on the server that redirects
    with serving(lambda _: redirect(url.encode().decode("latin-1"))) as server:
        client = guarded_client(only(server))
        with client, pytest.raises(AddressRefused) as refused:
            client.get(server.url)

    assert str(refused.value) == TEXT


def test_coroutines_are_guarded_alike() -> None:
    async def refused() -> list[str]:
        async with async_guarded_client(NOBODY) as client:
            answers = await asyncio.gather(*(client.get(url) for url in URLS), return_exceptions=True)
        return [f"{type(answer).__name__}: {answer}" for answer in answers]

    assert asyncio.run(refused()) == [f"AddressRefused: {TEXT}"] * len(URLS)


@pytest.mark.parametrize("addresses", [["93.184.216.34", "10.0.0.1"], ["::1"], ["fe80::1%eth0"], [], ["nonsense"]])
def test_a_name_that_resolves_there_is_refused(addresses: Sequence[str]) -> None:
    with guarded_client(NOBODY, resolve=lambda host, port: addresses) as client, pytest.raises(AddressRefused):
        client.get("http://innocent.example/")


@pytest.mark.parametrize("user", ["user:word@", "user@", ":@"])
def test_an_address_with_a_user_is_refused_even_where_the_host_is_allowed(user: str) -> None:
    with serving(lambda _: Says("secret")) as server:
        client = guarded_client(only(server))
        with client, pytest.raises(AddressRefused):
            client.get(f"http://{user}localhost:{server.port}/")

    assert server.asked == []


def test_an_open_port_is_never_touched() -> None:
    client = guarded_client(NOBODY)
    with serving(lambda _: Says("secret")) as server, client, pytest.raises(AddressRefused):
        client.get(server.url)

    assert server.asked == []


def test_the_address_that_was_checked_is_the_one_that_is_called() -> None:
    """A name that changes its address after the check is not asked a second time."""
    answers = iter([["127.0.0.1"]])

    with serving(lambda _: Says("here")) as server:
        allow = AllowList([f"127.0.0.1:{server.port}"])
        with guarded_client(allow, resolve=lambda host, port: next(answers)) as client:
            assert client.get(f"http://rebinding.example:{server.port}/").text == "here"

    assert server.asked[0].headers["host"] == f"rebinding.example:{server.port}"


def test_an_allowed_address_that_does_not_answer_gives_way_to_the_next() -> None:
    with serving(lambda _: Says("second")) as server:
        allow = AllowList(["127.0.0.0/8", "::1/128"])
        with guarded_client(allow, resolve=lambda host, port: ["127.0.0.9", "127.0.0.1"]) as client:
            assert client.get(f"http://two.example:{server.port}/").text == "second"


def test_a_redirect_to_another_origin_takes_no_credentials_along() -> None:
    secrets = {"Authorization": "Bearer canary", "X-Api-Key": "canary", "Cookie": "a=canary", "X-Tenant": "canary"}
    with serving(lambda _: Says("other")) as other, serving(lambda _: redirect(other.url, 307)) as server:
        client = guarded_client(only(server, other))
        with client:
            assert client.get(server.url, headers=secrets).text == "other"

    assert "canary" in str(server.asked)
    assert "canary" not in str(other.asked)


def test_a_redirect_within_the_origin_keeps_them() -> None:
    def answer(asked: Asked) -> Says:
        return redirect("/there") if asked.path == "/" else Says("there")

    with serving(answer) as server, guarded_client(only(server)) as client:
        assert client.get(server.url, headers={"X-Api-Key": "kept"}).text == "there"

    assert server.asked[1].headers["x-api-key"] == "kept"


def test_redirects_end_after_five_hops() -> None:
    with serving(lambda _: redirect("/again")) as server:
        client = guarded_client(only(server))
        with client, pytest.raises(httpx2.TooManyRedirects):
            client.get(server.url)

    assert len(server.asked) == 6


def test_cookies_of_one_call_are_not_sent_with_the_next() -> None:
    answer = Says(headers={"Set-Cookie": "who=somebody"})
    with serving(lambda _: answer) as server, guarded_client(only(server)) as client:
        client.get(server.url)
        client.get(server.url)

    assert "cookie" not in server.asked[1].headers


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with serving(lambda _: Says("direct")) as server, guarded_client(only(server)) as client:
        assert client.get(server.url).text == "direct"


def only(*servers: Destination) -> AllowList:
    return AllowList(server.allowed for server in servers)


def test_coroutines_follow_the_same_rules_for_names_addresses_and_redirects() -> None:
    secret = {"X-Api-Key": "canary"}

    async def asked(allow: AllowList, url: str, addresses: Sequence[str]) -> str:
        async with async_guarded_client(allow, resolve=lambda host, port: addresses) as client:
            return (await client.get(url, headers=secret)).text

    with (
        serving(lambda _: Says("other")) as other,
        serving(lambda _: redirect(f"http://x.example:{other.port}/")) as server,
    ):
        allow, url = AllowList(["127.0.0.0/8"]), f"http://y.example:{server.port}/"

        assert asyncio.run(asked(allow, url, ["127.0.0.9", "127.0.0.1"])) == "other"
        for refused in (["127.0.0.1", "10.0.0.1"], []):
            with pytest.raises(AddressRefused):
                asyncio.run(asked(allow, url, refused))

    assert "canary" not in str(other.asked)


def test_a_name_that_takes_too_long_to_resolve_is_refused() -> None:
    answered = threading.Event()

    def endless(host: str, port: int) -> list[str]:
        answered.wait(5)
        return []

    async def asked() -> None:
        async with async_guarded_client(NOBODY, timeout=0.05, resolve=endless) as client:
            await client.get("http://slow.example/")

    with pytest.raises(AddressRefused):
        asyncio.run(asked())
    answered.set()


def test_a_socket_of_this_machine_is_never_opened() -> None:
    with pytest.raises(AddressRefused):
        GuardedBackend(NOBODY, resolve_name).connect_unix_socket("/run/docker.sock")
    with pytest.raises(AddressRefused):
        asyncio.run(AsyncGuardedBackend(NOBODY, resolve_name).connect_unix_socket("/run/docker.sock"))
