"""`make bench`: measures, prints a table with the targets, and writes `var/bench.json`.

With `--short`, `make bench-short`, only ratios are measured that a busy machine does not change, and judged by wide
limits. With `--long` only what follows a publish is measured, at full length: eight workers fifty times, and a
thousand publishes.
"""

import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.batches import batch_figures
from tests.benchmarks.chats import chat_figures
from tests.benchmarks.dry_runs import dry_run_figures
from tests.benchmarks.endpoint import endpoint_figures, endpoint_ratio
from tests.benchmarks.engine import Figure, engine_figures, engine_ratios
from tests.benchmarks.following import following_figures
from tests.benchmarks.publishing import publishing_figures


def main(short: bool, long: bool) -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(number))  # so that the servers are ended too
    if short:
        return exit_code([*engine_ratios(), *endpoint_ratio()], short=True)
    figures = _long() if long else _usual()
    out = Path("var/bench.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps([asdict(figure) for figure in figures], ensure_ascii=False, indent=1) + "\n")
    return exit_code(figures, short=False)


def exit_code(figures: Sequence[Figure], *, short: bool) -> int:
    """Prints each figure beside what it is judged by; 1 when one does not hold it."""
    missed = 0
    for figure in figures:
        bound, held = (figure.limit, figure.bearable) if short else (figure.target, figure.kept)
        wanted = "" if bound is None else f"{'≥' if figure.at_least else '≤'} {bound:g} {figure.unit}"
        print(f"{figure.what:<55} {figure.value:>10.3f} {figure.unit:<3} {wanted:<12} {'' if held else 'MISSED'}")
        missed |= not held
    return int(missed)


def _usual() -> list[Figure]:
    following = publishing_figures(workers=2, times=10)
    return [
        *engine_figures(),
        *batch_figures(),
        *dry_run_figures(),
        *endpoint_figures(),
        *chat_figures(),
        *following,
    ]


def _long() -> list[Figure]:
    return [*publishing_figures(workers=8, times=50), *following_figures(times=1000)]


if __name__ == "__main__":
    sys.exit(main("--short" in sys.argv, "--long" in sys.argv))
