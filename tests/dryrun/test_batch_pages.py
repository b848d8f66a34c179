"""A batch in the browser: a file goes in, its columns are confirmed, and the result is read and downloaded."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.chinese_pages import english_of
from tests.dryrun.batches import PEOPLE, Queue, against, done, received, started
from tests.dryrun.scenarios import scenario, shop
from tests.releases.pages import words_of
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.dryrun.batch_models import Batch, BatchSource
from toolgroups_admin.dryrun.keeping import keep
from toolgroups_admin.dryrun.scenarios import take

BATCHES = "/admin/dryrun/batch/"


@pytest.fixture
def shop_draft(db: Any) -> None:
    apply_import(plan_import(shop()), by=None)


def uploads(browser: Client, text: str | bytes = PEOPLE, **options: Any) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return browser.post(f"{BATCHES}new/", {"file": SimpleUploadedFile("people.csv", data), **options}, follow=True)


def starts(browser: Client, batch: Batch, **typed: Any) -> Any:
    columns = {f"column_{place}": meaning for place, meaning in enumerate(batch.mapping or ())}
    sent = {"source": "draft", "second": "", "prompt": "p", **columns, **typed}
    return browser.post(f"{BATCHES}{batch.pk}/start/", sent, follow=True)


def test_a_file_becomes_a_result(browser: Client, shop_draft: None, queue: Queue, ada: User) -> None:
    columns = uploads(browser)
    batch = Batch.objects.get()
    running = starts(browser, batch)
    queue.work_off()
    result = browser.get(f"{BATCHES}{batch.pk}/")

    assert next(samples for _field, samples in columns.context["columns"]) == ["上海天气", "我的订单", "你好"]
    assert (batch.name, batch.by, columns.context["form"]["prompt"].value()) == ("people.csv", ada, "p")
    assert "0 of 3 lines (0 %)" in words_of(running)
    assert "3 lines" in words_of(result)
    assert [line.hits for line in result.context["lines"]] == [["weather", "vip"], ["order"], []]


@pytest.mark.parametrize("kind", ["batch", "dryrun"])
def test_an_address_of_nothing_is_not_found_and_one_of_the_list_leads_on(
    browser: Client, shop_draft: None, kind: str, ada: User
) -> None:
    made = received() if kind == "batch" else keep({"prompt": "p"}, source="draft", by=ada)
    lists = f"/admin/dryrun/{kind}/"

    assert [browser.get(f"{lists}{key}/change/").status_code for key in ("nonsense", uuid4())] == [404, 404]
    assert browser.get(f"{lists}{made.pk}/change/", follow=True).status_code == 200


def test_progress_is_asked_for_until_the_page_can_show_the_result(
    browser: Client, shop_draft: None, queue: Queue
) -> None:
    batch = started()
    address = f"{BATCHES}{batch.pk}/progress/"
    before = browser.get(address)
    queue.work_off()

    assert "0 of 3 lines" in words_of(before)
    assert browser.get(address).headers["HX-Refresh"] == "true"


def test_all_scenarios_are_taken(browser: Client, shop_draft: None) -> None:
    take([scenario()], None)

    answer = browser.post(f"{BATCHES}new/", {"scenarios": "1"}, follow=True)

    assert "weather in Shanghai" in words_of(answer)


def test_columns_that_we_name_are_in_the_language_of_who_looks(browser: Client, shop_draft: None, queue: Queue) -> None:
    take([scenario()], None)
    file = SimpleUploadedFile("chats.jsonl", b'{"prompt": "p"}\n[]\n')
    for sent in ({"scenarios": "1"}, {"file": file}):
        browser.post(f"{BATCHES}new/", sent, headers={"accept-language": "zh-hans"})
    objects, of_scenarios = Batch.objects.all()
    for batch in (objects, of_scenarios):
        done(queue, batch)

    def shown(batch: Batch, language: str) -> str:
        return words_of(browser.get(f"{BATCHES}{batch.pk}/", headers={"accept-language": language}))

    assert [batch.columns for batch in (objects, of_scenarios)] == [["context"], ["scenario", "context"]]
    assert "scenario context" in shown(of_scenarios, "en")
    assert "场景 上下文" in shown(of_scenarios, "zh-hans")
    assert "context: this is no object" in shown(objects, "en")
    assert "上下文: 这不是对象" in shown(objects, "zh-hans")


def test_a_file_that_is_no_table_is_said_beside_its_field(browser: Client, shop_draft: None) -> None:
    answer = uploads(browser, b"PK\x03\x04")

    assert "Save the sheet as CSV" in answer.context["form"].errors["file"][0]
    assert not Batch.objects.exists()


def test_a_file_that_is_too_large_is_thrown_away(browser: Client, shop_draft: None, settings: Any) -> None:
    settings.BATCH_MOST_BYTES = 1000

    answer = uploads(browser, "text\n" + "x\n" * 1000)

    assert answer.context["form"].errors["file"] == ["The file is larger than 1000\xa0bytes. Split it."]


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"prompt": ""}, "prompt", "No column names the prompt."),
        ({"prompt": "q"}, "prompt", "There is no prompt “q” in draft."),
        ({"source": "release:9"}, "source", "There is no such source"),
        ({"column_0": "", "column_1": "", "column_2": ""}, "__all__", "No column says anything of the chat."),
        ({"column_0": "account_id"}, "column_0", "Two columns are “account”."),
        ({"column_2": "messages"}, "__all__", "All messages come from one column"),
    ],
)
def test_what_does_not_go_together_is_said(
    browser: Client, shop_draft: None, typed: Any, field: str, words: str
) -> None:
    batch = received()

    answer = starts(browser, batch, **typed)

    assert words in answer.context["form"].errors[field][0]
    batch.refresh_from_db()
    assert batch.state == Batch.State.READY


def test_a_batch_is_started_once_however_often_the_button_is_pressed(
    browser: Client, shop_draft: None, queue: Queue
) -> None:
    batch = received()
    starts(browser, batch)

    again = starts(browser, batch)

    assert "It was started already." in words_of(again)
    assert BatchSource.objects.count() == 1


def test_cancelling_keeps_what_was_done(browser: Client, shop_draft: None) -> None:
    batch = started()

    answer = browser.post(f"{BATCHES}{batch.pk}/cancel/", follow=True)

    assert "What was done until then is kept." in words_of(answer)


def test_two_sources_are_told_apart(browser: Client, shop_draft: None, queue: Queue) -> None:
    batch = done(queue, sources=[against(), against(shop(keyword="你好"))])

    answer = browser.get(f"{BATCHES}{batch.pk}/?show=changed")

    assert "2 change" in words_of(answer)
    assert [line.number for line in answer.context["lines"]] == [2, 4]


def test_the_lines_are_downloaded(browser: Client, shop_draft: None, queue: Queue) -> None:
    batch = done(queue)

    table: Any = browser.get(f"{BATCHES}{batch.pk}/lines.csv")
    objects: Any = browser.get(f"{BATCHES}{batch.pk}/lines.jsonl")

    assert table.headers["Content-Disposition"] == "attachment; filename*=UTF-8''people.csv.csv"
    assert b"".join(table).decode("utf-8-sig").splitlines()[1] == "2,weather; vip,,上海天气,ada,premium"
    assert [json.loads(line)["line"] for line in b"".join(objects).splitlines()] == [2, 3, 4]


@pytest.mark.parametrize("state", Batch.State)
def test_the_list_shows_what_came_in_whole(browser: Client, shop_draft: None, state: str) -> None:
    batch = received()
    Batch.objects.filter(pk=batch.pk).update(state=state)

    assert ("people.csv" in words_of(browser.get(BATCHES))) == (state != Batch.State.RECEIVING)


def test_a_batch_is_deleted_with_its_lines(browser: Client, shop_draft: None, queue: Queue) -> None:
    batch = done(queue)

    browser.post(f"{BATCHES}{batch.pk}/delete/", {"post": "yes"})

    assert not Batch.objects.exists()


def test_its_pages_in_chinese_have_no_english_words(ada: User, shop_draft: None, queue: Queue) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    client.force_login(ada)
    text = "用户消息,attributes.a\n天气,1\n你好,x\n"
    ready, running = received(text), started(received(text))
    ended = done(queue, received(text), mapping=["user", "attribute_number"], sources=[against(), against()])

    pages = [client.get(f"{BATCHES}{batch.pk}/").content.decode() for batch in (ready, running, ended)]

    known = {"people", "csv", "ada", "attributes", "UTF", "CSV", "order", "vip", "weather"}
    assert [english_of(page) - known for page in pages] == [set(), set(), set()]


@pytest.mark.parametrize(
    ("permissions", "statuses"),
    [
        (("run",), (403, 403, 403, 403, 403)),
        (("view_batch",), (403, 200, 403, 200, 403)),
        (("view_batch", "add_batch"), (200, 200, 200, 200, 200)),
    ],
)
def test_each_permission_is_asked_for(
    shop_draft: None, queue: Queue, permissions: tuple[str, ...], statuses: tuple[int, ...]
) -> None:
    person = User.objects.create(username="tess", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions, content_type__app_label="dryrun"))
    client = Client()
    client.force_login(person)
    batch = received()
    own = f"{BATCHES}{batch.pk}/"

    asked = (
        client.get(f"{BATCHES}new/"),
        client.get(own),
        starts(client, batch),
        client.get(f"{own}lines.csv"),
        client.post(f"{own}cancel/", follow=True),
    )

    assert tuple(answer.status_code for answer in asked) == statuses
