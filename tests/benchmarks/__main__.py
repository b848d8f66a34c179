"""`make bench`: measures, prints a table with the targets, and writes `var/bench.json`.

With `--short` it measures less and allows three times each target, so that a busy machine does not fail it.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.batches import batch_figures
from tests.benchmarks.endpoint import endpoint_figures
from tests.benchmarks.engine import engine_figures

SHORT_MARGIN = 3


def main(short: bool) -> int:
    figures = [*engine_figures(short=short), *batch_figures(short=short), *endpoint_figures(short=short)]
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


if __name__ == "__main__":
    sys.exit(main("--short" in sys.argv))
