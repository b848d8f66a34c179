"""Tests run on the services that answer; what does not answer is started where that is allowed, or named."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / ".ci" / "with_services.py"
SHOWN = "import os, sys; print([os.environ.get(name) for name in ('A_URL', 'B_URL')]); sys.exit(3)"


@pytest.fixture(scope="module")
def with_services() -> ModuleType:
    spec = importlib.util.spec_from_file_location("with_services", SCRIPT)
    assert spec
    assert spec.loader
    module = sys.modules["with_services"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Server:
    """A server that answers at one address, once it runs."""

    def __init__(self, name: str, module: ModuleType, *, running: bool) -> None:
        self.running = running
        self.starts = 0
        self.service = module.Service(
            name=name.upper(),
            package=f"{name}-server",
            variable=f"{name.upper()}_URL",
            urls=(f"{name}://nowhere", f"{name}://there"),
            answers=lambda url: self.running and url == f"{name}://there",
            start=self.start,
        )

    def start(self) -> None:
        self.running = True
        self.starts += 1


def test_the_command_learns_where_the_services_answer(
    with_services: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    a, b = Server("a", with_services, running=True), Server("b", with_services, running=True)

    with_services.run([sys.executable, "-c", SHOWN], [a.service, b.service], {}, may_install=True)

    assert capfd.readouterr().out.strip() == "['a://there', 'b://there']"
    assert a.starts == b.starts == 0


def test_what_is_missing_is_started_where_that_is_allowed(
    with_services: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    a = Server("a", with_services, running=False)

    with_services.run([sys.executable, "-c", SHOWN], [a.service], {}, may_install=True)

    assert capfd.readouterr().out.strip() == "['a://there', None]"
    assert a.starts == 1


def test_the_command_goes_without_what_is_missing_and_says_so(
    with_services: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    a, b = Server("a", with_services, running=True), Server("b", with_services, running=False)

    with_services.run([sys.executable, "-c", SHOWN], [a.service, b.service], {"B_URL": "b://gone"}, may_install=True)

    out, said = capfd.readouterr()
    assert out.strip() == "['a://there', None]"
    assert "B is skipped" in said
    assert "apt-get install b-server" in said
    assert "A is skipped" not in said


def test_the_command_is_skipped_when_nothing_answers(with_services: ModuleType) -> None:
    a = Server("a", with_services, running=False)

    assert with_services.run([sys.executable, "-c", SHOWN], [a.service], {}, may_install=False) == 0
    assert a.starts == 0


def test_the_command_runs_without_any_where_that_is_asked_for(
    with_services: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    a = Server("a", with_services, running=False)
    command = [sys.executable, "-c", SHOWN]

    assert with_services.run(command, [a.service], {}, may_install=False, or_without=True) == 3
    assert capfd.readouterr().out.strip() == "[None, None]"


def test_without_a_command_everything_is_made_ready(with_services: ModuleType) -> None:
    a = Server("a", with_services, running=False)

    assert with_services.run([], [a.service], {}, may_install=True) == 0
    assert a.running


def test_the_exit_code_of_the_command_is_passed_on(with_services: ModuleType) -> None:
    a = Server("a", with_services, running=True)

    assert with_services.run([sys.executable, "-c", SHOWN], [a.service], {}, may_install=False) == 3


def test_an_address_that_was_given_is_never_replaced_by_a_server_of_ours(with_services: ModuleType) -> None:
    a = Server("a", with_services, running=False)

    assert with_services.address(a.service, {"A_URL": "a://elsewhere"}, may_install=True) == ""
    assert a.starts == 0


def test_closed_ports_do_not_answer(with_services: ModuleType) -> None:
    assert not with_services.postgres_answers("postgres://postgres@127.0.0.1:1/any")
    assert not with_services.redis_answers("redis://127.0.0.1:1/0")
