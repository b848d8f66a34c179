"""`make bench`: measures, prints a table with the targets, and writes `var/bench.json`.

With `--short` it measures less and allows three times each target, so that a busy machine does not fail it.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.engine import Figure, engine_figures

SHORT_MARGIN = 3


def main(short: bool) -> int:
    figures = engine_figures(short=short)
    for figure in figures:
        target = "" if figure.target is None else f"≤ {figure.target:g} {figure.unit}"
        print(
            f"{figure.what:<55} {figure.value:>10.3f} {figure.unit:<3} {target:<12} {'' if figure.kept else 'MISSED'}"
        )
    out = Path("var/bench.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps([asdict(figure) for figure in figures], ensure_ascii=False, indent=1) + "\n")
    margin = SHORT_MARGIN if short else 1
    return int(any(_missed(figure, margin) for figure in figures))


def _missed(figure: Figure, margin: int) -> bool:
    return figure.target is not None and figure.value > figure.target * margin


if __name__ == "__main__":
    sys.exit(main("--short" in sys.argv))
