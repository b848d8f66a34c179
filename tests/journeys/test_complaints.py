"""What the browser complains of does not get lost, or no journey would prove anything."""

import pytest
from playwright.sync_api import Page

INLINE_SCRIPT = (
    "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))"
)


@pytest.mark.in_language("en")
def test_errors_of_scripts_are_noted(page: Page, complaints: list[str]) -> None:
    page.goto("/admin/login/")

    page.evaluate("console.error('said')")
    page.evaluate("setTimeout(() => { throw new Error('thrown') })")
    page.wait_for_function("true")

    assert [text.partition(": ")[2] for text in complaints] == ["said", "thrown"]
    complaints.clear()


@pytest.mark.in_language("zh-hans")
def test_a_script_in_a_page_does_not_run_and_is_noted(page: Page, complaints: list[str]) -> None:
    page.goto("/admin/login/")

    page.evaluate(INLINE_SCRIPT)

    assert page.evaluate("window.ran") is None
    assert "Content Security Policy" in "".join(complaints)
    complaints.clear()


@pytest.mark.in_language("en")
def test_the_api_documentation_runs_under_a_stricter_policy(page: Page) -> None:
    page.goto("/api/v1/docs/")

    page.get_by_text("/api/v1/resolve").first.click()
    page.get_by_text("Try it out").first.wait_for()
