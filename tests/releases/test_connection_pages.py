"""Connections in the admin: secrets go in, are kept, and never come out (field cases 30 and 41)."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from pytest_django.fixtures import Settings

from tests.releases.connecting import CANARY, connection, typed
from tests.releases.editing import edit
from tests.releases.pages import ADMIN, words_of
from toolgroups_admin.catalog.models import Tool
from toolgroups_admin.releases.admin.connection_form import ConnectionForm
from toolgroups_admin.releases.guarding import guard_words
from toolgroups_admin.releases.models import Connection, Environment
from toolgroups_admin.releases.models.sealed import opened
from toolgroups_admin.releases.publishing import publish

pytestmark = pytest.mark.django_db

LIST = f"{ADMIN}/connection/"


def change(row: Connection) -> str:
    return f"{LIST}{row.pk}/change/"


def unchanged(row: Connection) -> dict[str, Any]:
    """What a browser sends that was left alone."""
    headers = [{"name": name, "value": ""} for name in row.headers]
    return typed(row.environment, url=row.url, auth=row.auth, secret="", headers=headers)


def test_a_new_connection_is_kept_with_its_secrets_encrypted(browser: Client, production: Environment) -> None:
    answer = browser.post(f"{LIST}add/", typed(production, headers=[{"name": "X-Tenant", "value": "acme"}]))

    row = Connection.objects.get()
    assert answer.status_code == 302
    assert CANARY not in row.secret
    assert (opened(row, "secret"), opened(row, "headers")) == (CANARY, {"X-Tenant": "acme"})


@pytest.mark.parametrize("sent", ["", "******", "***", "••••••"])
def test_a_mask_or_nothing_posted_back_leaves_the_secret_as_it_is(
    browser: Client, production: Environment, sent: str
) -> None:
    row = connection(production)

    browser.post(change(row), unchanged(row) | {"secret": sent, "headers-0-value": sent})

    after = Connection.objects.get()
    assert (after.secret, after.headers) == (row.secret, row.headers)
    assert not LogEntry.objects.exists()


def test_a_secret_is_replaced_and_a_header_removed(browser: Client, production: Environment) -> None:
    row = connection(production)
    sent = unchanged(row) | {"secret": "another", "headers-0-value-remove": "1"}

    browser.post(change(row), sent | {"headers-1-name": "X-Team", "headers-1-value": "red"})

    after = Connection.objects.get()
    assert (opened(after, "secret"), opened(after, "headers")) == ("another", {"X-Team": "red"})


def test_a_removed_secret_is_missing_and_the_pages_say_so(browser: Client, production: Environment) -> None:
    row = connection(production)

    browser.post(change(row), unchanged(row) | {"secret-remove": "1"})

    assert Connection.objects.get().secret == ""
    assert "secret missing" in words_of(browser.get(LIST))
    page = words_of(browser.get(change(row)))
    assert "The secret is missing. Write it below" in page
    assert "The name is resolved at each call." in page


def test_each_change_makes_one_entry_that_names_fields_and_no_value(browser: Client, production: Environment) -> None:
    row = connection(production)

    browser.post(change(row), unchanged(row) | {"url": "https://new.example", "secret": "another-canary"})

    history = words_of(browser.get(f"{LIST}{row.pk}/history/"))
    assert LogEntry.objects.count() == 1
    assert "Changed Address and Secret" in history
    assert "another-canary" not in history


def test_no_page_holds_a_secret_not_even_one_with_faults(browser: Client, production: Environment) -> None:
    row = connection(production)
    faulty = unchanged(row) | {"url": "nowhere", "secret": "typed-canary", "headers-0-value": "typed-canary-2"}

    pages = [browser.get(LIST), browser.get(change(row)), browser.get(f"{LIST}{row.pk}/delete/")]
    refused = browser.post(change(row), faulty)

    assert "-typed" not in pages[1].content.decode()
    for page in [*pages, refused]:
        assert page.status_code == 200
        assert "canary" not in page.content.decode()
        assert row.secret not in page.content.decode()
    assert "no-store" in refused["Cache-Control"]


def test_what_was_typed_beside_a_fault_is_not_lost(browser: Client, production: Environment) -> None:
    refused = browser.post(f"{LIST}add/", typed(production, url="nowhere", headers=[{"name": "X-A", "value": "b"}]))
    tokens = dict(re.findall(r'name="([\w-]+-typed)"\s+value="([^"]+)"', refused.content.decode()))

    mended = typed(production, secret="", headers=[{"name": "X-A", "value": ""}])
    browser.post(f"{LIST}add/", mended | tokens)

    row = Connection.objects.get()
    assert "typed, and not saved yet" in refused.content.decode()
    assert (opened(row, "secret"), opened(row, "headers")) == (CANARY, {"X-A": "b"})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": "orders.example"}, "“orders.example” does not begin with http:// or https://."),
        ({"url": "ftp://orders.example"}, "does not begin with http:// or https://."),
        ({"url": "https:///v1"}, "names no host"),
        ({"url": "https://a.example:port/"}, "is no address"),
        ({"url": "https://a b.example/"}, "has a space or a control character"),
        ({"url": "https://me:pass@a.example/"}, "has a user name or password in it"),
        ({"url": "https://a.example/?key=1"}, "has a part after ? or #"),
        ({"secret": ""}, "Signing in by this way needs a secret of its own."),
        ({"auth": "basic"}, "Signing in by this way needs it."),
        ({"auth": "client_credentials", "client_id": "me", "token_url": "x"}, "“x” does not begin with"),
        ({"secret": "密"}, "No header can carry this."),
        ({"secret": "token "}, "No header can carry this."),
        ({"auth": "key_in_header", "key_name": "X Key"}, "“X Key” cannot be sent as a header of one's own."),
        ({"auth": "basic", "username": "a:b"}, "A user name with a colon cannot be sent this way."),
        ({"name": " "}, "This field is required."),
        ({"headers": [{"name": "X-A", "value": ""}]}, "“X-A” has no value."),
        ({"headers": [{"name": "X-A", "value": "******"}]}, "stars stand for a value that is there already"),
        ({"headers": [{"name": "", "value": "a"}]}, "A value has no name."),
        ({"headers": [{"name": "X A", "value": "a"}]}, "“X A” cannot be sent as a header of one's own."),
        ({"headers": [{"name": "Host", "value": "a"}]}, "“Host” cannot be sent"),
        ({"headers": [{"name": "X-A", "value": "a"}, {"name": "x-a", "value": "b"}]}, "“x-a” is there twice."),
        ({"headers": [{"name": "X-A", "value": "密"}]}, "has characters that no header can carry"),
        ({"headers": [{"name": "authorization", "value": "a"}]}, "is sent by the way of signing in already"),
        ({"headers": [{"name": "X-A", "value": "a" * 16_001}]}, "a secret may have 16000"),
    ],
)
def test_what_cannot_be_called_is_refused_with_the_remedy(
    production: Environment, fields: dict[str, Any], words: str
) -> None:
    form = ConnectionForm(typed(production, **fields))

    said = " ".join(str(fault) for faults in form.errors.values() for fault in faults)

    assert words in said


def test_another_way_of_signing_in_needs_its_own_secret(browser: Client, production: Environment) -> None:
    row = connection(production)
    by_key = unchanged(row) | {"auth": "key_in_header", "key_name": "X-Key"}

    refused = browser.post(change(row), by_key)
    browser.post(change(row), by_key | {"secret": "own"})
    browser.post(change(row), by_key | {"auth": "key_in_query"})

    after = Connection.objects.get()
    assert "needs a secret of its own" in words_of(refused)
    assert (after.auth, after.key_name, opened(after, "secret")) == ("key_in_query", "X-Key", "own")


def test_who_does_not_sign_in_keeps_no_secret(browser: Client, production: Environment) -> None:
    row = connection(production)

    browser.post(change(row), unchanged(row) | {"auth": "none", "username": "left over"})

    after = Connection.objects.get()
    assert (after.secret, after.username) == ("", "")


def test_a_secret_of_a_lost_key_is_said_and_breaks_no_page(
    browser: Client, production: Environment, settings: Settings
) -> None:
    row = connection(production)
    settings.SECRETS_KEYS = ["x" * 32]

    assert "secret unreadable" in words_of(browser.get(LIST))
    assert "Add that key, or write every secret anew." in words_of(browser.get(change(row)))


@pytest.mark.parametrize(
    ("url", "allowed", "words"),
    [
        ("https://orders.example", "", "The name is resolved at each call."),
        ("http://10.0.0.7:8080", "", "This address is private: calls are refused unless 10.0.0.7:8080 stands among"),
        ("http://[::1]/", "", "unless [::1]:80 stands among"),
        ("http://localhost:8080", "localhost:8080", "Calls to localhost:8080 go out."),
        ("https://8.8.8.8", "", "Calls to 8.8.8.8:443 go out."),
    ],
)
def test_it_is_said_what_the_guard_will_do(production: Environment, url: str, allowed: str, words: str) -> None:
    production.allow_list = allowed

    assert words in guard_words(production, url)


def test_private_addresses_are_allowed_one_a_line(browser: Client, production: Environment) -> None:
    address = f"{ADMIN}/environment/{production.pk}/change/"
    fields = {"title": "", "order": "0", "gate": "warn"}

    refused = browser.post(address, fields | {"allow_list": "10.0.0.0/8\r\nnot a host"})
    browser.post(address, fields | {"allow_list": " 10.0.0.0/8 \r\n\r\nlocalhost:80"})

    production.refresh_from_db()
    assert "“not a host” is no host, address or network." in words_of(refused)
    assert production.allow_list == "10.0.0.0/8\nlocalhost:80"


def test_what_the_live_release_calls_through_cannot_be_deleted(browser: Client, production: Environment) -> None:
    row = connection(production)
    executor = {"kind": "http", "connection": "orders", "method": "GET", "path": "/"}
    edit(Tool(key="get_order"), executor=executor)
    publish(production, by=None)

    asked = browser.get(f"{LIST}{row.pk}/delete/")
    browser.post(f"{LIST}{row.pk}/delete/", {"post": "yes"})

    assert "Tool “get_order” of the live release" in words_of(asked)
    assert Connection.objects.exists()
