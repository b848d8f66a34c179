"""Every bad request has its answer, and the front and the view give the same one, byte for byte."""

import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.api.conftest import Opened
from tests.api.doors import Answered, Stream, asks, front, post
from toolgroups_admin.api.front import WSGIApplication
from toolgroups_admin.api.problem_kinds import PROBLEM_KINDS
from toolgroups_admin.api.resolving import PATH
from toolgroups_admin.engine import InvalidContext
from toolgroups_admin.releases.live import State
from toolgroups_admin.releases.questions import read_question

BIG = 3 * 1024 * 1024
HALF_A_PAIR = b'{"prompt": "p", "messages": [{"role": "user", "content": "\\ud83d"}]}'


def endless(size: int) -> bytes:
    return b" " * min(size, 65536)


CASES: dict[str, tuple[int, str, dict[str, Any]]] = {
    "no key": (401, "key_missing", {"token": None}),
    "an empty key": (401, "key_missing", {"token": " "}),
    "another scheme": (401, "key_missing", {"HTTP_AUTHORIZATION": "Basic cmVzb2x2ZXI6"}),
    "an unknown key": (401, "key_not_valid", {"token": "nobody"}),
    "a key beyond Latin": (401, "key_not_valid", {"token": "\xff\xfe"}),
    "an expired key": (401, "key_not_valid", {"token": "expired"}),
    "a key without the scope": (403, "scope_missing", {"token": "reader"}),
    "explain without the scope": (403, "scope_missing", {"body": asks(explain=True)}),
    "a prompt that the key is not for": (403, "prompt_not_allowed", {"token": "limited"}),
    "a hidden prompt and one that is not there look alike": (
        403,
        "prompt_not_allowed",
        {"token": "limited", "body": asks("nowhere")},
    ),
    "a sensitive tool": (403, "sensitive_tool", {"body": asks(tools=["refund"])}),
    "a tool of no group of the prompt": (403, "foreign_tool", {"body": asks(tools=["stray"])}),
    "a group of another prompt": (403, "foreign_group", {"body": asks(groups=["elsewhere"])}),
    "an unknown prompt": (404, "unknown_prompt", {"body": asks("nowhere")}),
    "an unknown tool": (422, "unknown_tool", {"body": asks(tools=["calculate", "nothing"])}),
    "an unknown group": (422, "unknown_group", {"body": asks(groups=["nothing"])}),
    "an environment without a release": (503, "no_release", {"token": "idle"}),
    "a foreign host": (400, "foreign_host", {"HTTP_HOST": "evil.example"}),
    "a host that is none": (400, "foreign_host", {"HTTP_HOST": "local host"}),
    "an empty host": (400, "foreign_host", {"HTTP_HOST": ""}),
    "malformed JSON": (400, "malformed_json", {"body": b'{"prompt":\n "p" "x"}'}),
    "no body": (400, "malformed_json", {"body": b""}),
    "not UTF-8": (400, "malformed_json", {"body": b'{"prompt": "\xff"}'}),
    "half a surrogate pair": (400, "malformed_json", {"body": HALF_A_PAIR}),
    "NaN": (400, "malformed_json", {"body": b'{"prompt": "p", "account_id": NaN}'}),
    "nested without end": (400, "malformed_json", {"body": b"[" * 100_000}),
    "a length that is no number": (400, "bad_request", {"CONTENT_LENGTH": "-1"}),
    "a length beyond all numbers": (400, "bad_request", {"CONTENT_LENGTH": "9" * 5000}),
    "a form": (415, "unsupported_media_type", {"CONTENT_TYPE": "application/x-www-form-urlencoded"}),
    "no media type": (415, "unsupported_media_type", {"CONTENT_TYPE": None}),
    "another character set": (415, "unsupported_media_type", {"CONTENT_TYPE": "application/json; charset=gb18030"}),
    "a compressed body": (415, "unsupported_media_type", {"HTTP_CONTENT_ENCODING": "gzip"}),
    "a large body": (413, "body_too_large", {"body": b" " * BIG}),
    "a large body that says it is": (413, "body_too_large", {"CONTENT_LENGTH": str(BIG)}),
    "a body without length or end": (
        413,
        "body_too_large",
        {"CONTENT_LENGTH": None, "stream": Stream(endless)},
    ),
    "a list": (422, "invalid_request", {"body": []}),
    "wrong types": (422, "invalid_request", {"body": {"prompt": 1, "streaming": "yes", "explain": 1}}),
    "unknown members": (422, "invalid_request", {"body": asks(zebra=1, apple=2, promt="p")}),
    "a format that is none": (422, "invalid_request", {"body": asks(format="claude")}),
    "a format that is no text": (422, "invalid_request", {"body": asks(format=["openai"])}),
    "a time": (422, "invalid_request", {"body": asks(now="2026-11-30T09:00:00+08:00")}),
    "too many messages": (422, "invalid_request", {"body": {"prompt": "p", "messages": [{"role": "user"}] * 2001}}),
    "too many attributes": (422, "invalid_request", {"body": asks(attributes=dict.fromkeys(map(str, range(257)), 1))}),
    "too many tools": (422, "invalid_request", {"body": asks(tools=["calculate"] * 1001)}),
    "too many groups": (422, "invalid_request", {"body": asks(groups=["weather"] * 1001)}),
    "too deep": (422, "invalid_request", {"body": asks(attributes={"a": json.loads("[" * 33 + "]" * 33)})}),
}


def sent(door: WSGIApplication, how: dict[str, Any]) -> Answered:
    how = dict(how)
    return post(door, how.pop("body", asks()), **how)


@pytest.mark.parametrize("case", CASES)
def test_a_bad_request_has_one_answer_at_both_doors(case: str, state: State, opened_view: Opened) -> None:
    status, code, how = CASES[case]

    at_the_front, at_the_view = sent(front(state), how), sent(opened_view(state), how)

    assert (at_the_front.status, at_the_front.code) == (status, code)
    assert at_the_view.body == at_the_front.body
    assert at_the_view.status == status
    assert at_the_view.headers.items() >= at_the_front.headers.items()


@pytest.mark.parametrize("case", CASES)
def test_a_problem_document_has_its_shape(case: str, state: State) -> None:
    status, code, how = CASES[case]

    answered = sent(front(state), how)

    assert answered.headers["Content-Type"] == "application/problem+json"
    assert answered.headers["X-Request-ID"] == "test-1"
    assert answered.json["type"] == f"urn:toolgroups-admin:problem:{code}"
    assert answered.json["status"] == status
    assert answered.json["title"] == PROBLEM_KINDS[code].title
    assert answered.json["detail"].endswith(".")


def test_what_only_django_sees_has_the_same_shape(state: State, opened_view: Opened) -> None:
    door = opened_view(state)

    wrong_method = post(door, method="PUT")
    options = post(door, method="OPTIONS")
    nowhere = post(door, PATH_INFO="/api/v1/nothing")

    assert (wrong_method.status, wrong_method.code) == (405, "method_not_allowed")
    assert (options.status, options.headers["Allow"]) == (405, "POST")
    assert wrong_method.headers["Allow"] == "POST"
    assert (nowhere.status, nowhere.code) == (404, "not_found")
    assert {answered.headers["Content-Type"] for answered in (wrong_method, options, nowhere)} == {
        "application/problem+json"
    }


def test_the_front_lets_other_methods_and_addresses_through(state: State) -> None:
    door = front(state)

    for method, address in (("GET", PATH), ("POST", f"{PATH}/"), ("POST", "/")):
        with pytest.raises(AssertionError, match="fell through"):
            post(door, method=method, PATH_INFO=address)


def test_where_https_is_wanted_plain_http_goes_to_django(settings: Settings, state: State, opened_view: Opened) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 60
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    view = opened_view(state)

    with pytest.raises(AssertionError, match="fell through"):
        post(front(state), asks())
    with pytest.raises(AssertionError, match="fell through"):
        post(front(state), asks(), HTTP_X_FORWARDED_PROTO="http, https")
    redirected = post(view, asks())
    secure = [post(door, asks(), HTTP_X_FORWARDED_PROTO="https, http") for door in (front(state), view)]
    direct = post(front(state), asks(), scheme="https")

    assert redirected.status == 301
    assert [answered.status for answered in (*secure, direct)] == [200, 200, 200]
    assert {answered.headers["Strict-Transport-Security"] for answered in (*secure, direct)} == {"max-age=60"}


def test_pages_keep_their_own_errors(opened_view: Opened, state: State) -> None:
    door = opened_view(state)

    nowhere = post(door, method="GET", PATH_INFO="/nothing")
    foreign = post(door, method="GET", PATH_INFO="/nothing", HTTP_HOST="evil.example")

    assert (nowhere.status, foreign.status) == (404, 400)
    assert nowhere.headers["Content-Type"].startswith("text/html")
    assert foreign.headers["Content-Type"].startswith("text/html")


def test_malformed_json_is_answered_with_its_place(door: WSGIApplication) -> None:
    answered = post(door, b'{\n  "prompt": "\xe4\xbd\xa0" x}')

    assert (answered.json["line"], answered.json["column"]) == (2, 17)


def test_every_member_that_is_wrong_is_named(door: WSGIApplication) -> None:
    body = {
        "prompt": "",
        "messages": [{"role": "robot", "content": 5}, 7],
        "attributes": [],
        "tools": [1, {"name": "t", "code": "x"}],
        "format": "claude",
        "explain": None,
        "now": 3,
        "zebra": 1,
    }

    paths = [fault["path"] for fault in post(door, body).json["faults"]]

    assert paths == [
        "$.zebra",
        "$.prompt",
        "$.messages[0].role",
        "$.messages[0].content",
        "$.messages[1]",
        "$.attributes",
        "$.tools[0]",
        "$.tools[1].code",
        "$.format",
        "$.explain",
        "$.now",
    ]


def test_each_fault_says_what_stands_there_and_how_to_mend_it(door: WSGIApplication) -> None:
    answered = post(door, asks(streaming="yes"))

    assert answered.json["faults"] == [
        {
            "path": "$.streaming",
            "code": "wrong_type",
            "value": "yes",
            "message": "this is text",
            "remedy": "Send true or false.",
        }
    ]


def test_a_long_value_is_cut_where_it_is_shown(door: WSGIApplication) -> None:
    answered = post(door, asks(format="x" * 5000))

    assert answered.json["faults"][0]["value"] == "x" * 120 + "… (5000 characters)"


def test_every_unknown_name_is_named(door: WSGIApplication) -> None:
    answered = post(door, asks(tools=["a", "calculate", "b"], groups=["c"]))

    assert [(fault["path"], fault["code"], fault["value"]) for fault in answered.json["faults"]] == [
        ("$.tools[0]", "unknown_tool", "a"),
        ("$.tools[2]", "unknown_tool", "b"),
        ("$.groups[0]", "unknown_group", "c"),
    ]


def test_without_a_valid_key_the_answer_says_how_to_show_one(door: WSGIApplication) -> None:
    missing, unknown = post(door, token=None), post(door, token="nobody")

    assert missing.headers["WWW-Authenticate"] == 'Bearer realm="toolgroups-admin"'
    assert unknown.headers["WWW-Authenticate"] == 'Bearer realm="toolgroups-admin", error="invalid_token"'


def test_a_large_body_is_refused_before_it_is_read(door: WSGIApplication) -> None:
    reads: list[int] = []

    def noticed(size: int) -> bytes:
        reads.append(size)
        return b""

    answered = post(door, CONTENT_LENGTH=str(BIG), stream=Stream(noticed))

    assert (answered.status, reads) == (413, [])


def test_the_size_is_a_setting(settings: Settings, door: WSGIApplication) -> None:
    settings.RESOLVE_MAX_BYTES = 100

    assert post(door, asks(text="x" * 100)).status == 413
    assert post(door, asks()).status == 200


def test_a_failure_that_nobody_foresaw_keeps_its_text_to_itself(
    door: WSGIApplication, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(size: int) -> bytes:
        raise OSError("the secret of the house")

    answered = post(door, asks(), stream=Stream(broken))

    assert (answered.status, answered.code) == (500, "internal_error")
    assert b"secret" not in answered.body
    assert "secret of the house" in caplog.text
    assert "test-1" in caplog.text


def test_a_long_name_above_many_faults_does_not_make_a_long_answer(door: WSGIApplication) -> None:
    too_deep = json.loads("[" * 33 + "]" * 33)

    answered = post(door, asks(attributes={"k" * 100_000: [too_deep] * 200}))

    assert len(answered.json["faults"]) == 200
    assert len(answered.body) < 500_000


def test_many_faults_are_counted_and_the_first_shown(door: WSGIApplication) -> None:
    answered = post(door, asks(text=[0] * 5000))

    assert answered.status == 422
    assert len(answered.json["faults"]) == 1000


def test_the_remedy_of_an_unknown_member_names_all_that_may_be_sent() -> None:
    with pytest.raises(InvalidContext) as invalid:
        read_question({"prompt": "p", "explane": True})

    (fault,) = invalid.value.faults
    assert fault.path == "$.explane"
    assert {"messages", "format", "explain"} <= set(fault.remedy.removesuffix(".").replace(":", ",").split(", "))
