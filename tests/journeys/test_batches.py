"""A batch from a CSV that a spreadsheet saved in GBK: uploaded, its columns confirmed, watched, read and downloaded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.dryrun.batches import Queue
from tests.journeys.person import Person
from toolgroups_admin.dryrun.batches.queueing import ask_instead

SHEET = "用户消息,账号\r\n上海的天气怎么样,甲\r\n你好,乙\r\n介绍一下上海,=1+1\r\n"


@pytest.fixture
def queue() -> Iterator[Queue]:
    queue = Queue()
    ask_instead(queue.append)
    yield queue
    ask_instead(None)


def test_a_spreadsheet_in_gbk_is_tried_line_by_line(person: Person, demo: None, queue: Queue, tmp_path: Path) -> None:
    page, sheet = person.page, tmp_path / "对话.csv"
    sheet.write_bytes(SHEET.encode("gbk"))
    person.sign_in()
    page.goto("/admin/dryrun/batch/add/")
    page.locator("[name=file]").set_input_files(sheet)
    page.locator(".batch button[type=submit]").click()

    expect(page.locator(".batch-columns li").first).to_contain_text("上海的天气怎么样")
    expect(page.locator("[name=column_0]")).to_have_value("user")
    expect(page.locator("[name=column_1]")).to_have_value("account_id")
    assert not Axe().run(page, context=".batch").response["violations"]
    person.press(person.words("Start", context="button"))

    expect(page.locator(".batch-progress")).to_have_attribute("value", "0")
    queue.work_off()
    expect(page.locator("#lines tbody tr").first).to_contain_text("weather")
    assert not Axe().run(page, context=".batch").response["violations"]
    with page.expect_download() as download:
        person.follow("Download as CSV")
    assert "'=1+1" in Path(download.value.path()).read_text("utf-8-sig")
