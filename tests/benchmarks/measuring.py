"""Timing in one process: candidates interleaved round by round, thread CPU time, garbage collector off, medians."""

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import thread_time_ns

Work = Callable[[], int]  # does the work and says how many calls it made


def medians(candidates: Mapping[str, Work], *, rounds: int = 7) -> dict[str, float]:
    """Microseconds of thread CPU time per call for each candidate."""
    for work in candidates.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in candidates}
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, work in candidates.items():
                began = thread_time_ns()
                calls = work()
                times[name].append((thread_time_ns() - began) / calls / 1000)
    finally:
        gc.enable()
    return {name: median(each) for name, each in times.items()}
