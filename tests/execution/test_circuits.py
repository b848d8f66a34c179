"""Circuit breakers: failures in a row, a pause, one that tries."""

import pytest

from toolgroups_admin.execution import CircuitBreaker, ToolFailed


class Away(CircuitBreaker):
    """With a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(failures=2, seconds=10, clock=lambda: self.now)

    def tries(self, raised: BaseException | None = None) -> str:
        try:
            with self.around("there"):
                if raised is not None:
                    raise raised
        except BaseException as error:  # noqa: BLE001 - what is raised is what is looked at
            return str(error)
        return "worked"


BUSY = ToolFailed("busy", transient=True)


def test_a_destination_is_left_alone_after_failures_in_a_row() -> None:
    away = Away()

    assert [away.tries(BUSY), away.tries(BUSY), "left alone" in away.tries()] == ["busy", "busy", True]


def test_whatever_shows_that_it_lives_begins_the_count_anew() -> None:
    for alive in (None, ToolFailed("no such order")):
        away = Away()
        away.tries(BUSY)
        away.tries(alive)
        away.tries(BUSY)

        assert away.tries() == "worked"


def test_one_may_try_after_the_pause_and_a_cancelled_try_does_not_count() -> None:
    away = Away()
    away.tries(BUSY)
    away.tries(BUSY)
    away.now = 10.0

    assert away.tries(KeyboardInterrupt("cancelled")) == "cancelled"
    with away.around("there"):
        assert "left alone" in away.tries()
    assert away.tries() == "worked"


def test_destinations_are_counted_apart() -> None:
    away = Away()
    away.tries(BUSY)
    away.tries(BUSY)

    with away.around("elsewhere"):
        pass
    with pytest.raises(ToolFailed), away.around("there"):
        pass
