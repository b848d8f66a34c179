"""`make bench`: measures, prints a table with the targets, and writes `var/bench.json`.

With `--short` it measures less and allows three times each target, so that a busy machine does not fail it. With
`--long` only what follows a publish is measured, at full length: eight workers fifty times, and a thousand publishes.
"""

import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.batches import batch_figures
from tests.benchmarks.chats import chat_figures
from tests.benchmarks.dry_runs import dry_run_figures
from tests.benchmarks.endpoint import endpoint_figures
from tests.benchmarks.engine import Figure, engine_figures
from tests.benchmarks.following import following_figures
from tests.benchmarks.publishing import publishing_figures

SHORT_MARGIN = 3


def main(short: bool, long: bool) -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(number))  # so that the servers are ended too
    figures = _long() if long else _usual(short)
    for figure in figures:
        sign = "≥" if figure.at_least else "≤"
        target = "" if figure.target is None else f"{sign} {figure.target:g} {figure.unit}"
        print(
            f"{figure.what:<55} {figure.value:>10.3f} {figure.unit:<3} {target:<12} {'' if figure.kept else 'MISSED'}"
        )
    out = Path("var/bench.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps([asdict(figure) for figure in figures], ensure_ascii=False, indent=1) + "\n")
    margin = SHORT_MARGIN if short else 1
    return int(not all(figure.keeps(margin) for figure in figures))


def _usual(short: bool) -> list[Figure]:
    following = publishing_figures(workers=2, times=3 if short else 10)
    return [
        *engine_figures(short=short),
        *batch_figures(short=short),
        *dry_run_figures(short=short),
        *endpoint_figures(short=short),
        *chat_figures(short=short),
        *following,
    ]


def _long() -> list[Figure]:
    return [*publishing_figures(workers=8, times=50), *following_figures(times=1000)]


if __name__ == "__main__":
    sys.exit(main("--short" in sys.argv, "--long" in sys.argv))
