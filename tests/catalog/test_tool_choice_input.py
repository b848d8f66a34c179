"""A prompt's tool choice is chosen from a list; what the list does not know is kept as the JSON that it is."""

from typing import Any

import pytest
from django.test import Client

from tests.catalog.building import load, prompt
from tests.catalog.test_admin_forms import form_of
from toolgroups_admin.catalog.models import Prompt

PROMPTS = "/admin/catalog/prompt/"


@pytest.fixture
def shop(db: Any) -> Prompt:
    load(
        tools=[{"key": key} for key in ("own", "of_group", "elsewhere")],
        groups=[{"name": "g", "tools": ["of_group"], "matcher": {"kind": "always"}}],
        prompts=[{"name": "p", "tools": ["own"], "groups": ["g"]}],
    )
    return prompt("p")


def options_of(browser: Client, address: str) -> dict[str, bool]:
    """The texts of the select's options, and which is chosen."""
    form = browser.get(address).context["adminform"].form
    field = form["tool_choice"]
    groups = field.field.widget.optgroups(field.html_name, field.field.widget.format_value(field.value()))
    return {option["value"]: option["selected"] for _name, options, _place in groups for option in options}


def address_of(row: Prompt) -> str:
    return f"{PROMPTS}{row.pk}/change/"


def test_the_tools_of_the_prompt_and_of_its_groups_can_be_chosen(browser: Client, shop: Prompt) -> None:
    assert options_of(browser, address_of(shop)) == {
        "": True,
        '"auto"': False,
        '"none"': False,
        '"required"': False,
        '{"tool": "of_group"}': False,
        '{"tool": "own"}': False,
    }


def test_for_a_new_prompt_all_tools_can_be_chosen(browser: Client, shop: Prompt) -> None:
    assert '{"tool": "elsewhere"}' in options_of(browser, f"{PROMPTS}add/")


@pytest.mark.parametrize("choice", ["auto", {"tool": "own"}, {"tool": "elsewhere"}, {"tool": "gone"}, ["odd"]])
def test_what_is_saved_is_chosen_whatever_it_is(browser: Client, shop: Prompt, choice: Any) -> None:
    shop.tool_choice = choice
    shop.save()

    form = browser.get(address_of(shop)).context["adminform"].form
    [chosen] = [text for text, is_chosen in options_of(browser, address_of(shop)).items() if is_chosen]

    assert form.fields["tool_choice"].clean(chosen) == choice


@pytest.mark.parametrize(("posted", "kept"), [('"required"', "required"), ('{"tool": "own"}', {"tool": "own"})])
def test_what_is_chosen_is_saved(browser: Client, shop: Prompt, posted: str, kept: Any) -> None:
    browser.post(address_of(shop), form_of(browser.get(address_of(shop))) | {"tool_choice": posted})

    assert prompt("p").tool_choice == kept


def test_what_cannot_be_read_is_told_and_stays_chosen(browser: Client, shop: Prompt) -> None:
    page = browser.post(address_of(shop), form_of(browser.get(address_of(shop))) | {"tool_choice": "{broken"})

    assert page.context["adminform"].form.errors["tool_choice"]
    assert '<option value="{broken" selected>{broken</option>' in page.content.decode()
