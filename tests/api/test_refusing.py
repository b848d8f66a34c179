"""Errors that arise within Django come back as problem documents under `/api/`, and as pages elsewhere."""

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.test import Client, RequestFactory
from rest_framework import exceptions

from toolgroups_admin.api.refusing import bad_request, refused, server_error
from toolgroups_admin.api.views import ResolveView

API = RequestFactory().get("/api/v1/resolve")
PAGE = RequestFactory().get("/page")


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (Http404(), 404, "not_found"),
        (exceptions.NotFound(), 404, "not_found"),
        (PermissionDenied(), 403, "forbidden"),
        (exceptions.PermissionDenied(), 403, "forbidden"),
        (exceptions.ParseError(), 400, "bad_request"),
        (ValueError("the secret of the house"), 500, "internal_error"),
    ],
)
def test_an_error_of_a_view_is_a_problem(error: Exception, status: int, code: str) -> None:
    response = refused(error, {"request": API, "view": ResolveView()})

    assert (response.status_code, problem(response)["code"]) == (status, code)
    assert b"secret" not in response.content


def test_an_unforeseen_error_of_a_view_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    response = refused(ValueError("the secret of the house"), {"request": API, "view": ResolveView()})

    assert response["X-Request-ID"] in caplog.text


def test_an_error_outside_of_views_is_a_problem_under_the_api_alone() -> None:
    failed, suspicious = server_error(API), bad_request(API, SuspiciousOperation())

    assert (failed.status_code, problem(failed)["code"]) == (500, "internal_error")
    assert (suspicious.status_code, problem(suspicious)["code"]) == (400, "bad_request")
    assert server_error(PAGE)["Content-Type"].startswith("text/html")
    assert bad_request(PAGE, SuspiciousOperation())["Content-Type"].startswith("text/html")


def test_a_form_in_another_encoding_than_utf_8_is_refused_with_a_page() -> None:
    browser = Client(enforce_csrf_checks=True, headers={"Cookie": f"csrftoken={'x' * 32}"})

    answer = browser.post("/admin/login/", "a=1", content_type="application/x-www-form-urlencoded; charset=utf-16")

    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")


def problem(response: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(response.content)
    return found
