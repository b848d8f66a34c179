"""Every page says what a browser may run on it."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from toolgroups_admin.accounts.content_policy import HEADER, content_policy


def policy_of(path: str) -> dict[str, str]:
    header = Client().get(path).headers[HEADER]
    parts = (part.strip().partition(" ") for part in header.split(";"))
    return {name: sources for name, _, sources in parts}


def test_the_admin_may_compute_expressions_and_have_styles_in_the_page_but_no_script() -> None:
    policy = policy_of("/admin/login/")

    assert policy["script-src"] == "'self' 'unsafe-eval'"
    assert policy["style-src"] == "'self' 'unsafe-inline'"


@pytest.mark.parametrize("path", ["/", "/healthz", "/i18n/setlang/"])
def test_no_other_page_may_do_either(path: str) -> None:
    policy = policy_of(path)

    assert "unsafe" not in " ".join(policy.values())
    assert policy["default-src"] == "'self'"


@pytest.mark.parametrize("path", ["/admin/login/", "/"])
def test_no_page_may_be_framed_or_send_its_forms_elsewhere(path: str) -> None:
    policy = policy_of(path)

    assert policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["base-uri"] == "'none'"


def test_a_page_with_a_policy_of_its_own_keeps_it() -> None:
    def strict(request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={HEADER: "default-src 'none'"})

    response = content_policy(strict)(RequestFactory().get("/admin/"))

    assert response.headers[HEADER] == "default-src 'none'"
