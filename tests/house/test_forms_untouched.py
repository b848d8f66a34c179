"""Whatever form of the admin is opened and saved untouched changes nothing and makes no entry (field case 33)."""

import re
from html.parser import HTMLParser
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.house.test_who_may_what import something
from tests.live_state import own_live_state
from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import Change

__all__ = ["own_live_state", "something"]

NO_TEXT = {"submit", "button", "image", "reset", "file"}


class Form(HTMLParser):
    """What a browser sends of the form of an object when nothing in it was touched."""

    def __init__(self, page: str, form: str) -> None:
        super().__init__()
        self.form, self.sent = form, dict[str, list[str]]()
        self.inside, self.area, self.choice = False, "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name, value = named.get("name") or "", named.get("value") or ""
        if tag == "form":
            self.inside = named.get("id") == self.form
        elif not self.inside or "disabled" in named:
            return
        elif tag == "input" and name and named.get("type") not in NO_TEXT:
            if named.get("type") not in {"checkbox", "radio"} or "checked" in named:
                self.sent.setdefault(name, []).append(value or ("on" if named.get("type") == "checkbox" else ""))
        elif tag == "textarea":
            self.area = name
            self.sent[name] = [""]
        elif tag == "select":
            self.choice = name
        elif tag == "option" and self.choice and "selected" in named:
            self.sent.setdefault(self.choice, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.choice = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.sent[self.area] = [self.sent[self.area][0] + data]


def test_no_form_that_is_saved_untouched_changes_anything(something: None) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="root"))
    entries = Change.objects.count()

    changed = {row._meta.label: changes_by_saving(row, client) for row in one_of_each()}

    saved = {label: values for label, values in changed.items() if values is not None}
    assert len(saved) > 6
    assert not {label: values for label, values in saved.items() if values}
    assert Change.objects.count() == entries


def one_of_each() -> list[Any]:
    rows = (model._default_manager.first() for model in admin.site._registry)
    return [row for row in rows if row is not None]


def changes_by_saving(row: Model, client: Client) -> dict[str, Any] | None:
    """Which values of a row are others once its form was saved; None where there is no form to save."""
    name = str(row._meta.model_name)
    address = reverse(f"admin:{row._meta.app_label}_{name}_change", args=[row.pk])
    page = client.get(address).content.decode()
    if 'name="_save"' not in page:
        return None
    before, sent = values_of(row), Form(page, f"{name}_form").sent
    texts = {name: [re.sub(r"\r?\n", "\r\n", value.removeprefix("\n")) for value in sent[name]] for name in sent}
    answer = client.post(address, texts | {"_save": "Save"})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    after = values_of(type(row)._default_manager.get(pk=row.pk))
    return {name: (value, after[name]) for name, value in before.items() if value != after[name]}


def values_of(row: Any) -> dict[str, Any]:
    """The values of a row but for those that every saving sets."""
    columns = (column for column in row._meta.concrete_fields if not getattr(column, "auto_now", False))
    return {column.attname: getattr(row, column.attname) for column in columns}
