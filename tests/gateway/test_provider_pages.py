"""Model providers in the admin: keys go in, are kept, and never come out; chats see them within a second."""

import anyio
import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from tests.gateway.providing import CANARY, provider, typed
from tests.releases.pages import words_of
from toolgroups_admin.gateway.errors import ChatRefused
from toolgroups_admin.gateway.models import ModelProvider
from toolgroups_admin.gateway.surroundings import Keeper
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import opened
from toolgroups_admin.traffic import destinations

pytestmark = pytest.mark.django_db

LIST = "/admin/gateway/modelprovider/"


def change(row: ModelProvider) -> str:
    return f"{LIST}{row.pk}/change/"


def test_a_new_provider_is_kept_with_its_key_encrypted(browser: Client, production: Environment) -> None:
    answer = browser.post(f"{LIST}add/", typed(production))

    row = ModelProvider.objects.get()
    assert answer.status_code == 302
    assert (row.url, row.model_names, opened(row, "key")) == ("https://models.example/v1", ("m", "other/m"), CANARY)
    assert CANARY not in row.key


def test_a_mask_posted_back_leaves_the_key_as_it_is_and_no_page_shows_it(
    browser: Client, production: Environment
) -> None:
    row = provider(production)

    browser.post(change(row), typed(production, url=row.url, key="******"))

    assert ModelProvider.objects.get().key == row.key
    assert not LogEntry.objects.exists()
    for page in (LIST, change(row)):
        assert CANARY not in browser.get(page).content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": "https://models.example/v1/chat/completions"}, "Leave out /chat/completions"),
        ({"url": "models.example"}, "http"),
        ({"key": "schlüssel"}, "No header can carry this"),
        ({"name": "my provider"}, "Letters, digits"),
    ],
)
def test_what_cannot_be_asked_is_refused_beside_its_field(
    browser: Client, production: Environment, fields: dict[str, str], words: str
) -> None:
    answer = browser.post(f"{LIST}add/", typed(production, **fields))

    assert words in words_of(answer)
    assert not ModelProvider.objects.exists()


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_chats_ask_enabled_providers_of_their_environment_only(production: Environment) -> None:
    destinations.forget()
    provider(production)
    provider(production, "off", enabled=False, model_list="hidden")
    provider(production, "lost", key="cannot be decrypted", model_list="lost")
    provider(Environment.objects.get(name="staging"), "elsewhere", model_list="staged")

    around = anyio.run(Keeper().of, "production")

    destinations.forget()
    assert around.provider_of("house/m")[1] == "m"
    assert around.provider_of("m")[0].key == CANARY
    assert CANARY not in repr(around)
    for model in ("hidden", "lost", "staged"):
        with pytest.raises(ChatRefused, match="There are: m, other/m"):
            around.provider_of(model)
