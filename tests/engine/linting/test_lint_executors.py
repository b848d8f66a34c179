"""Tools in code whose function is not there."""

from tests.engine.linting.linted import findings, paths, with_tool

IN_CODE = with_tool(executor={"kind": "python", "function": "order_status"})


def test_a_function_that_is_not_there_is_an_error_at_its_name() -> None:
    [found] = findings(IN_CODE, "function_missing", functions=["weather"])

    assert (found.path, found.severity, found.params) == (
        "$.tools[0].executor.function",
        "error",
        {"function": "order_status"},
    )


def test_a_function_that_is_there_and_a_tool_that_is_run_otherwise_are_no_matter() -> None:
    assert not paths(IN_CODE, "function_missing", functions=["order_status"])
    assert not paths(with_tool(), "function_missing", functions=[])


def test_who_does_not_know_the_functions_is_told_nothing() -> None:
    assert not paths(IN_CODE, "function_missing")
