"""The gate ends when the engine begins to cost what the catalog holds, or the endpoint more than a few empty views."""

import pytest

from tests.benchmarks.__main__ import exit_code
from tests.benchmarks.engine import Bench, Figure, bench, ratios
from tests.benchmarks.measuring import medians


@pytest.fixture(scope="module")
def catalogs() -> dict[str, Bench]:
    return {"100": bench(100, messages=8), "1000": bench(1_000, messages=8), "largest": bench(2_000, messages=8)}


def test_an_engine_that_costs_what_the_hits_cost_passes(catalogs: dict[str, Bench]) -> None:
    works = {name: catalog.resolving() for name, catalog in catalogs.items()}
    times = medians({**works, "loop": catalogs["1000"].looping()}, rounds=3)

    assert exit_code(ratios(times, 2_000), short=True) == 0


def test_an_engine_that_looks_at_every_group_does_not(
    catalogs: dict[str, Bench], capsys: pytest.CaptureFixture[str]
) -> None:
    works = {name: catalog.looping() for name, catalog in catalogs.items()}
    times = medians({**works, "loop": catalogs["1000"].looping()}, rounds=3)

    assert exit_code(ratios(times, 2_000), short=True) == 1
    assert capsys.readouterr().out.count("MISSED") == 2


@pytest.mark.parametrize(("value", "code"), [(0.36, 0), (0.34, 1)])
def test_a_ratio_that_is_too_small_ends_the_short_run_only_beyond_its_limit(value: float, code: int) -> None:
    figure = Figure("the front", value, "×", target=0.6, at_least=True, limit=0.35)

    assert exit_code([figure], short=True) == code
    assert exit_code([figure], short=False) == 1
